import type { TextKey } from '../../src/html/texts/index.ts'
import { api } from '../shared/api.ts'
import { t } from '../shared/texts.ts'
import type { Desk, Tab } from './desk.ts'
import { usableTerms } from './glossary.ts'
import { field, insert } from './insert.ts'
import { bulkIsOpen, filtersAreOpen, machine, offers, TABS } from './panels.ts'
import { save, suggest, undo } from './saving.ts'
import type { Check, CommentItem, SuggestionItem } from './types.ts'

/** An action with a keyboard shortcut. A shortcut that ends in `…` waits for a number. */
export interface Action {
  readonly key: string
  readonly what: TextKey
  /** Only outside text fields, because it is a single letter. */
  readonly run: (desk: Desk, number: number) => unknown
}

export const ACTIONS: readonly Action[] = [
  { key: 'Ctrl+Enter', what: 'translate.key_save_next', run: desk => save(desk) },
  { key: 'Ctrl+Shift+Enter', what: 'translate.key_save_stay', run: desk => save(desk, { stay: true }) },
  { key: 'Alt+B', what: 'translate.key_undo', run: desk => undo(desk) },
  { key: 'Alt+Enter', what: 'translate.key_suggest', run: desk => suggest(desk) },
  { key: 'Alt+ArrowDown', what: 'translate.key_next', run: desk => desk.next() },
  { key: 'Alt+ArrowUp', what: 'translate.key_previous', run: desk => desk.previous() },
  { key: 'Alt+S', what: 'translate.key_skip', run: desk => skip(desk) },
  { key: 'Alt+C', what: 'translate.key_copy_source', run: desk => copySource(desk) },
  { key: 'Alt+X', what: 'translate.key_revert', run: desk => desk.revert() },
  { key: 'Alt+N', what: 'translate.key_needs_editing', run: desk => toggleNeedsEditing(desk) },
  { key: 'Alt+A', what: 'translate.key_approve', run: desk => toggleApproval(desk) },
  { key: 'Ctrl+1…9', what: 'translate.key_placeable', run: (desk, number) => insertPlaceable(desk, number) },
  { key: 'Ctrl+M 1…9', what: 'translate.key_copy_offer', run: (desk, number) => copyOffer(desk, number) },
  { key: 'Ctrl+G 1…9', what: 'translate.key_term', run: (desk, number) => insertTerm(desk, number) },
  { key: 'Alt+P 1…9', what: 'translate.key_vote', run: (desk, number) => voteFor(desk, nth(desk, number)) },
  { key: 'Alt+U 1…9', what: 'translate.key_accept', run: (desk, number) => accept(desk, nth(desk, number)) },
  { key: 'Alt+Backspace 1…9', what: 'translate.key_remove', run: (desk, number) => remove(desk, nth(desk, number)) },
  {
    key: 'Alt+Z 1…9',
    what: 'translate.key_dismiss',
    run: (desk, number) => dismiss(desk, shownChecks(desk)[number - 1]),
  },
  { key: 'Alt+M', what: 'translate.key_machine', run: desk => machine.ask(desk) },
  { key: 'Alt+1…5', what: 'translate.key_tab', run: (desk, number) => showTab(desk, TABS[number - 1]) },
  { key: 'Alt+K', what: 'translate.key_comment', run: desk => startComment(desk) },
  { key: 'Alt+T', what: 'translate.key_text', run: desk => toText(desk) },
  { key: 'Alt+L', what: 'translate.key_list', run: desk => focusOn(desk, '.tr-rows', 'list') },
  { key: 'Alt+Q', what: 'translate.key_search', run: desk => focusOn(desk, '.tr-query input', 'list') },
  { key: 'Alt+W', what: 'translate.key_filters', run: desk => openFilters(desk) },
  { key: 'Alt+I', what: 'translate.key_info', run: desk => focusOn(desk, '.tr-info summary', 'side', 'help') },
  { key: 'Alt+Y', what: 'translate.key_bulk', run: desk => openBulk(desk) },
  { key: 'Ctrl+/', what: 'frame.keys_help', run: () => showKeys() },
]

/** Discards the changes and goes to the next string. */
async function skip(desk: Desk): Promise<void> {
  desk.revert()
  await desk.next()
}

export function copySource(desk: Desk): void {
  const source = desk.row.value?.source
  if (!source || !(desk.writes || desk.suggests)) return
  // The first plural form uses the singular source, the others the plural.
  desk.fill(desk.forms.value.map((_, i) => source[Math.min(i, source.length - 1)]!))
  toText(desk)
}

function toggleNeedsEditing(desk: Desk): void {
  desk.needsEditing.value = !desk.needsEditing.value
  if (desk.needsEditing.value) desk.approves.value = false
}

function toggleApproval(desk: Desk): void {
  if (!desk.may.review) return
  desk.approves.value = !desk.approves.value
  if (desk.approves.value) desk.needsEditing.value = false
}

function insertPlaceable(desk: Desk, number: number): void {
  const text = desk.work.value?.placeables[number - 1]
  if (text !== undefined) insert(text)
}

function insertTerm(desk: Desk, number: number): void {
  const term = usableTerms(desk.work.value?.glossary ?? [])[number - 1]
  if (term) insert(term.text)
}

function copyOffer(desk: Desk, number: number): void {
  const offer = offers(desk)[number - 1]
  if (!offer || !(desk.writes || desk.suggests)) return
  desk.fill(offer.target)
  toText(desk)
}

export function toText(desk: Desk): void {
  desk.pane.value = 'edit'
  requestAnimationFrame(() => field()?.focus())
}

function showTab(desk: Desk, tab: Tab | undefined): void {
  if (!tab) return
  desk.tab.value = tab
  desk.pane.value = 'side'
}

function focusOn(desk: Desk, selector: string, pane: 'list' | 'side', tab?: Tab): void {
  desk.pane.value = pane
  if (tab) desk.tab.value = tab
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}

function openFilters(desk: Desk): void {
  desk.pane.value = 'list'
  filtersAreOpen.value = true
  requestAnimationFrame(() => document.querySelector<HTMLElement>('.tr-filters button')?.focus())
}

const startComment = (desk: Desk): void => focusOn(desk, '.tr-say textarea', 'side', 'comments')

function openBulk(desk: Desk): void {
  if (desk.may.bulk_edit) bulkIsOpen.value = true
}

/** Shows the list of shortcuts. In text fields, `?` is a character. */
function showKeys(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))
}

const nth = (desk: Desk, number: number): SuggestionItem | undefined => desk.work.value?.suggestions[number - 1]

/** Runs an action on the current string, then reloads it. */
async function act(desk: Desk, path: string, method: 'POST' | 'DELETE', body?: unknown): Promise<boolean> {
  try {
    await api(path, { method, ...(body !== undefined && { body }) })
    await desk.reload()
    return true
  } catch (error) {
    desk.problem.value = (error as Error).message
    return false
  }
}

/** Votes for a suggestion, or withdraws the vote. */
export async function voteFor(desk: Desk, suggestion: SuggestionItem | undefined, value: 1 | -1 = 1): Promise<void> {
  if (!suggestion || !desk.may.vote) return
  const vote = suggestion.own_vote === value ? 0 : value
  await act(desk, `/api/suggestions/${suggestion.id}/vote/`, 'POST', { value: vote })
}

export async function accept(desk: Desk, suggestion: SuggestionItem | undefined): Promise<void> {
  if (!suggestion || !desk.may.accept) return
  if (await act(desk, `/api/suggestions/${suggestion.id}/accept/`, 'POST', {})) desk.say(t('translate.accepted'))
}

export async function remove(desk: Desk, suggestion: SuggestionItem | undefined): Promise<void> {
  if (!suggestion || !mayRemove(desk, suggestion)) return
  if (await act(desk, `/api/suggestions/${suggestion.id}/`, 'DELETE')) desk.say(t('translate.removed'))
}

export const mayRemove = (desk: Desk, { is_own }: SuggestionItem): boolean => desk.may.delete_suggestion || is_own

/** Failing checks of the saved text that are not dismissed. */
export const shownChecks = (desk: Desk): readonly Check[] =>
  desk.live.value ?? desk.work.value?.checks.filter(each => !each.dismissed) ?? []

export async function dismiss(
  desk: Desk,
  check: Check | undefined,
  verb: 'dismiss' | 'restore' = 'dismiss',
): Promise<void> {
  const id = desk.row.value?.id
  if (!check || !desk.may.dismiss_check || desk.live.value !== null) return
  await act(desk, `/api/units/${id}/checks/${encodeURIComponent(check.id)}/${verb}/`, 'POST', {})
}

/** Resolves a comment. */
export async function resolve(desk: Desk, { id }: CommentItem): Promise<void> {
  await act(desk, `/api/comments/${id}/resolve/`, 'POST', {})
}

export const mayResolve = (desk: Desk, { is_own, resolved }: CommentItem): boolean =>
  !resolved && (desk.may.resolve_comment || is_own)

/** Uploads a screenshot and links it to the current string. */
export async function addScreenshot(desk: Desk, image: File): Promise<void> {
  const { props, work } = desk
  const source = work.value?.unit.source_unit
  if (source === undefined) return
  const form = new FormData()
  form.set('name', image.name.replace(/\.\w+$/, '').slice(0, 200) || 'Screenshot')
  form.set('project_slug', props.project.slug)
  form.set('component_slug', props.component.path)
  form.set('language_code', props.sourceLanguage.code)
  form.set('image', image)
  try {
    const { id } = await api<{ id: number }>('/api/screenshots/', { method: 'POST', body: form })
    const unit_id = Number(/(\d+)\/$/.exec(source)?.[1])
    if (await act(desk, `/api/screenshots/${id}/units/`, 'POST', { unit_id })) desk.say(t('translate.screenshot_added'))
  } catch (error) {
    desk.problem.value = (error as Error).message
  }
}

export async function comment(desk: Desk, text: string, scope: 'translation' | 'global'): Promise<string | null> {
  const id = desk.row.value?.id
  try {
    await api(`/api/units/${id}/comments/`, { method: 'POST', body: { comment: text, scope } })
  } catch (error) {
    return (error as Error).message
  }
  desk.strings.replace({ id: id!, has_comment: true })
  await desk.reload()
  return null
}
