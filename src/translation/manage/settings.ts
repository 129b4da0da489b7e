import type { Fields } from '#fields/field.ts'
import { card } from '#html/cards.ts'
import { here, refused, viewOf } from '#html/form-outcome.ts'
import { type Choice, formView, sentValues } from '#html/forms.ts'
import { html } from '#html/html.ts'
import type { TextKey } from '#html/texts/index.ts'
import { HIDDEN_SETTINGS } from '../api/objects/component.ts'
import type { ComponentRow } from '../catalogue/components.ts'
import { usesGit, VERSION_CONTROL } from '../catalogue/version-control.ts'
import { formats } from '../formats/index.ts'
import { outcomeOf, type Section } from './section.ts'
import { apiPath, type Place, type Visit } from './visit.ts'

interface Group {
  readonly name: string
  readonly title: TextKey
  readonly lead: TextKey
  readonly fields: readonly string[]
}

const PROJECT: readonly Group[] = [
  {
    name: 'basic',
    title: 'manage.group_basic',
    lead: 'manage.group_basic_project',
    fields: ['name', 'web', 'instructions'],
  },
  {
    name: 'review',
    title: 'manage.group_review',
    lead: 'manage.group_review_lead',
    fields: ['translation_review', 'source_review'],
  },
  {
    name: 'checks',
    title: 'manage.group_checks',
    lead: 'manage.group_checks_project',
    fields: ['check_flags'],
  },
  {
    name: 'memory',
    title: 'manage.memory',
    lead: 'manage.group_memory_lead',
    fields: ['use_shared_tm', 'contribute_shared_tm'],
  },
  {
    name: 'codes',
    title: 'manage.group_codes',
    lead: 'manage.group_codes_lead',
    fields: ['language_aliases'],
  },
]

const COMPONENT: readonly Group[] = [
  {
    name: 'basic',
    title: 'manage.group_basic',
    lead: 'manage.group_basic_component',
    fields: ['name', 'priority', 'license', 'agreement'],
  },
  {
    name: 'files',
    title: 'manage.group_files',
    lead: 'manage.group_files_lead',
    fields: ['file_format', 'filemask', 'template', 'new_base', 'key_filter'],
  },
  {
    name: 'translation',
    title: 'manage.group_translation',
    lead: 'manage.group_translation_lead',
    fields: [
      ...['new_lang', 'secondary_language', 'manage_units', 'edit_template'],
      ...['allow_translation_propagation', 'variant_regex'],
    ],
  },
  {
    name: 'suggestions',
    title: 'manage.group_suggestions',
    lead: 'manage.group_suggestions_lead',
    fields: ['enable_suggestions', 'suggestion_voting', 'suggestion_autoaccept'],
  },
  {
    name: 'checks',
    title: 'manage.group_checks',
    lead: 'manage.group_checks_component',
    fields: ['check_flags', 'enforced_checks'],
  },
  {
    name: 'kind',
    title: 'manage.group_kind',
    lead: 'manage.group_kind_lead',
    fields: ['is_glossary', 'glossary_color', 'restricted', 'contribute_project_tm'],
  },
]

/** What a component with a shared repository sets itself. */
const SHARED = ['repo', 'repoweb', 'screenshot_filemask']

/** Only for components with a repository. */
const REPOSITORY: readonly Group[] = [
  {
    name: 'vcs',
    title: 'manage.group_vcs',
    lead: 'manage.group_vcs_git',
    fields: [
      ...['vcs', 'repo', 'branch', 'push', 'push_branch', 'push_on_commit', 'commit_pending_age'],
      ...['merge_style', 'clash_style', 'repoweb', 'auto_lock_error', 'screenshot_filemask'],
    ],
  },
  {
    name: 'messages',
    title: 'manage.group_messages',
    lead: 'manage.group_messages_lead',
    fields: ['commit_message', 'add_message', 'delete_message', 'addon_message', 'merge_message', 'pull_message'],
  },
]

export const formatChoices = (): Choice[] =>
  formats()
    .map(each => ({ value: each.id, display_name: `${each.name} (.${each.extensions[0]})` }))
    .sort((a, b) => a.display_name.localeCompare(b.display_name))

/** Whether a component has a repository cannot be changed. */
const gitChoices = (): Choice[] =>
  Object.entries(VERSION_CONTROL)
    .filter(([vcs]) => usesGit({ vcs }))
    .map(([value, display_name]) => ({ value, display_name }))

/** Branches and merges of a shared repository are set in the component that owns it. */
const repositoryGroups = ({ linked_component_id }: ComponentRow): readonly Group[] =>
  linked_component_id === null
    ? REPOSITORY
    : REPOSITORY.map(each => (each.name === 'vcs' ? { ...each, fields: SHARED } : each))

function groupsOf({ permissions }: Visit, { project, component }: Place): readonly Group[] {
  if (component === null) return PROJECT
  const groups = usesGit(component) ? [...COMPONENT, ...repositoryGroups(component)] : COMPONENT
  if (permissions.inPlace({ project, component }, 'vcs.view')) return groups
  return groups.map(group => ({ ...group, fields: group.fields.filter(name => !HIDDEN_SETTINGS.includes(name)) }))
}
const kindOf = ({ component }: Place): string => (component ? 'component' : 'project')
const declared = (visit: Visit, place: Place): Fields => visit.fields('PATCH', apiPath(place))

/** Settings in groups, with the fields declared by the API. */
export const settings: Section = {
  name: 'settings',
  title: 'manage.settings',
  lead: 'manage.settings_lead',
  where: 'both',
  opens: place => [place.component ? 'component.edit' : 'project.edit'],
  show: async (visit, place, tried) => {
    const { t } = visit
    const reply = await visit.ask('GET', apiPath(place))
    const values = reply.ok ? reply.body : {}
    const fields = declared(visit, place)
    return {
      content: html`${groupsOf(visit, place).map(group =>
        card(
          group.name,
          t(group.title),
          formView(viewOf(visit, group.name, kindOf(place), tried), fields, {
            names: group.fields,
            values,
            choices: { file_format: formatChoices(), vcs: gitChoices() },
            submit: t('frame.save'),
          }),
          t(group.lead),
        ),
      )}
        ${
          place.component &&
          !usesGit(place.component) &&
          card('vcs', t('manage.group_vcs'), html`<p>${t('manage.group_vcs_lead')}</p>`)
        }`,
    }
  },
  take: async (visit, place, form, sent) => {
    const group = groupsOf(visit, place).find(each => each.name === form)
    if (group === undefined) return refused(form, sent, null, visit.t('manage.form_too_old'))
    const body = sentValues(declared(visit, place), group.fields, sent)
    const reply = await visit.ask('PATCH', apiPath(place), { body })
    return outcomeOf(reply, here(visit, 'saved', `card-${form}`), form, sent)
  },
}
