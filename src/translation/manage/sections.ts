import { addons } from './addons.ts'
import { alerts } from './alerts.ts'
import { announcements } from './announcements.ts'
import { backups } from './backups.ts'
import { categories } from './categories.ts'
import { danger } from './danger.ts'
import { files } from './files.ts'
import { glossary } from './glossary.ts'
import { glossaryCoverage } from './glossary-coverage.ts'
import { history } from './history.ts'
import { labels } from './labels.ts'
import { languages } from './languages.ts'
import { lock } from './lock.ts'
import { machinery } from './machinery.ts'
import { memory } from './memory.ts'
import { people } from './people.ts'
import { repository } from './repository.ts'
import { screenshots } from './screenshots.ts'
import { searches } from './searches.ts'
import type { Section } from './section.ts'
import { setAside } from './set-aside.ts'
import { settings } from './settings.ts'
import { tasks } from './tasks.ts'
import { webhooks } from './webhooks.ts'
import { workflows } from './workflows.ts'

/** All sections in display order. To add one, create a file in this folder and list it below. */
export const SECTIONS: readonly Section[] = [
  settings,
  people,
  languages,
  workflows,
  files,
  repository,
  setAside,
  glossary,
  glossaryCoverage,
  screenshots,
  announcements,
  labels,
  searches,
  categories,
  addons,
  machinery,
  webhooks,
  memory,
  backups,
  lock,
  alerts,
  tasks,
  history,
  danger,
]
