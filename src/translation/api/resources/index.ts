import type { Resource } from '../resource.ts'
import { addonResources } from './addons.ts'
import { agreements } from './agreements.ts'
import { alertResources } from './alerts.ts'
import { announcementResources } from './announcements.ts'
import { archiveResources } from './archives.ts'
import { autotranslate } from './autotranslate.ts'
import { bulkEdits } from './bulk-edit.ts'
import { categoryResources } from './categories.ts'
import { changeResources } from './changes.ts'
import { commentVerdict, unitComments } from './comments.ts'
import { componentLinks } from './component-links.ts'
import { componentListResources } from './component-lists.ts'
import { component, components, projectComponents } from './components.ts'
import { creditResources } from './credits.ts'
import { docs, root, schema } from './description.ts'
import { fileResources } from './files.ts'
import { glossaryCoverage } from './glossary-coverage.ts'
import { groupParts } from './group-parts.ts'
import { group, groups } from './groups.ts'
import { labelResources } from './labels.ts'
import { languageStatistics } from './language-statistics.ts'
import { language, languages } from './languages.ts'
import { lockResources } from './locks.ts'
import { machineryUsage } from './machinery-usage.ts'
import { memoryResources } from './memory.ts'
import { memoryFiles } from './memory-files.ts'
import { metrics } from './metrics.ts'
import { notificationPresets, notificationPreview, wikiNotifications } from './notification-choices.ts'
import { people } from './people.ts'
import { projectBackups } from './project-backups.ts'
import { projectFilters } from './project-filters.ts'
import { projectMachinery } from './project-machinery.ts'
import { projectMetrics } from './project-metrics.ts'
import { projectTeams } from './project-teams.ts'
import { project, projects } from './projects.ts'
import { reportResources } from './reports.ts'
import { repositoryResources } from './repositories.ts'
import { roleResources } from './roles.ts'
import { screenshotResources } from './screenshots.ts'
import { search } from './search.ts'
import { setAsideResources } from './set-aside.ts'
import { siteMachineryResources } from './site-machinery.ts'
import { sshResources } from './ssh.ts'
import { statisticsResources } from './statistics.ts'
import { strings } from './strings.ts'
import { suggestionResources } from './suggestions.ts'
import { task } from './tasks.ts'
import { componentTranslations, translation, translations } from './translations.ts'
import { unitCheck, unitVerdicts } from './unit-check.ts'
import { unitMachinery } from './unit-machinery.ts'
import { unitWork } from './unit-work.ts'
import { translationUnits, unit, units, unitTranslations } from './units.ts'
import { userFilters } from './user-filters.ts'
import { userGroups } from './user-groups.ts'
import { userNotification, userNotifications } from './user-notifications.ts'
import { userContributions, userStatistics } from './user-work.ts'
import { user, users } from './users.ts'
import { webhookResources } from './webhooks.ts'
import { workflowResources } from './workflows.ts'

const all = () => rest

/**
 * Every resource of the REST API. To add one, create a file here and list it below. The API root, the OpenAPI
 * document and the reference follow this order.
 */
export const rest: readonly Resource[] = [
  root(all),
  schema(all),
  docs(),
  users,
  user,
  userGroups,
  userFilters,
  userNotifications,
  userNotification,
  notificationPresets,
  notificationPreview,
  wikiNotifications,
  userStatistics,
  userContributions,
  groups,
  group,
  ...groupParts,
  ...roleResources,
  projects,
  project,
  projectComponents,
  ...projectBackups,
  ...projectTeams,
  ...memoryFiles,
  ...projectMachinery,
  ...siteMachineryResources,
  projectMetrics,
  ...labelResources,
  ...projectFilters,
  glossaryCoverage,
  machineryUsage,
  components,
  component,
  agreements,
  ...workflowResources,
  componentTranslations,
  ...componentLinks,
  translations,
  translation,
  translationUnits,
  strings,
  people,
  bulkEdits,
  ...statisticsResources,
  ...lockResources,
  ...setAsideResources,
  ...fileResources,
  ...archiveResources,
  ...repositoryResources,
  ...sshResources,
  autotranslate,
  ...alertResources,
  ...announcementResources,
  ...memoryResources,
  languages,
  language,
  languageStatistics,
  ...componentListResources,
  ...changeResources,
  units,
  unit,
  unitTranslations,
  unitWork,
  unitCheck,
  ...unitVerdicts,
  unitMachinery,
  unitComments,
  commentVerdict,
  ...suggestionResources,
  ...screenshotResources,
  ...addonResources,
  ...webhookResources,
  ...categoryResources,
  ...reportResources,
  ...creditResources,
  task,
  search,
  metrics,
]
