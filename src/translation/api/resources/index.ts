import type { Resource } from '../resource.ts'
import { announcementResources } from './announcements.ts'
import { autotranslate } from './autotranslate.ts'
import { categoryResources } from './categories.ts'
import { changeResources } from './changes.ts'
import { unitComments } from './comments.ts'
import { componentLinks } from './component-links.ts'
import { componentListResources } from './component-lists.ts'
import { component, components, projectComponents } from './components.ts'
import { fileResources } from './files.ts'
import { groupParts } from './group-parts.ts'
import { group, groups } from './groups.ts'
import { labelResources } from './labels.ts'
import { languageStatistics } from './language-statistics.ts'
import { language, languages } from './languages.ts'
import { lockResources } from './locks.ts'
import { memoryResources } from './memory.ts'
import { metrics } from './metrics.ts'
import { project, projects } from './projects.ts'
import { repositoryResources } from './repositories.ts'
import { roleResources } from './roles.ts'
import { root } from './root.ts'
import { docs, schema } from './schema.ts'
import { screenshotResources } from './screenshots.ts'
import { search } from './search.ts'
import { statisticsResources } from './statistics.ts'
import { suggestionResources } from './suggestions.ts'
import { componentTranslations, translation, translations } from './translations.ts'
import { translationUnits, unit, units, unitTranslations } from './units.ts'
import { userNotification, userNotifications } from './user-notifications.ts'
import { user, userContributions, userGroups, userStatistics, users } from './users.ts'

/** Every resource of the REST API. A new one is a file here and a line below. */
export const rest: readonly Resource[] = [
  root,
  schema,
  docs,
  languages,
  language,
  languageStatistics,
  users,
  user,
  userGroups,
  userNotifications,
  userNotification,
  userStatistics,
  userContributions,
  groups,
  group,
  ...groupParts,
  ...roleResources,
  projects,
  project,
  projectComponents,
  ...labelResources,
  ...categoryResources,
  components,
  component,
  componentTranslations,
  translations,
  translation,
  translationUnits,
  ...statisticsResources,
  ...lockResources,
  ...fileResources,
  ...repositoryResources,
  units,
  unit,
  unitTranslations,
  unitComments,
  ...suggestionResources,
  ...changeResources,
  autotranslate,
  ...componentLinks,
  ...componentListResources,
  ...announcementResources,
  ...screenshotResources,
  ...memoryResources,
  search,
  metrics,
]
