// Creates a component as a copy of another one.

import type { Fields, Input } from '#fields/field.ts'
import { plainText } from '#fields/kinds.ts'
import { invalid, invalidField } from '#fields/problem.ts'
import { importContent } from '../../catalogue/component-files.ts'
import { translationsOf } from '../../catalogue/component-translations.ts'
import {
  type ComponentParts,
  componentByPath,
  componentParts,
  type ProjectRow,
  projectBySlug,
} from '../../catalogue/components.ts'
import { exportFile } from '../../catalogue/export-file.ts'
import type { Work } from '../../catalogue/work.ts'
import { componentSettings } from '../../declarations/component.ts'
import { componentRules } from '../../declarations/component-rules.ts'
import type { AnyCall } from './find.ts'

/** Settings that describe where the files come from. A copy has its own files, at the same paths. */
const REPOSITORY = ['branch', 'push', 'push_branch', 'repo', 'vcs'] as const
const LAYOUT = ['file_format', 'filemask', 'template', 'new_base'] as const

/** Settings of the original that apply to the copy as well. */
const COPIED = [
  ...(Object.keys(componentSettings) as (keyof typeof componentSettings)[]).filter(
    name => name !== 'name' && name !== 'slug',
  ),
  ...(Object.keys(componentRules) as (keyof typeof componentRules)[]),
  'language_regex',
  'file_format_params',
  'merge_style',
  'push_on_commit',
  'commit_pending_age',
  'commit_message',
  'add_message',
  'merge_message',
  'delete_message',
  'addon_message',
  'pull_message',
  'clash_style',
  'repoweb',
] as const

/** The fields of a request without their fallbacks, so that it shows what was sent. */
export const withoutFallbacks = <F extends Fields>(fields: F): F =>
  Object.fromEntries(Object.entries(fields).map(([name, { fallback: _, ...field }]) => [name, field])) as F

/** Adds the fallbacks of fields that were not sent. */
export const withFallbacks = <F extends Fields>(fields: F, input: Input<F>): Input<F> =>
  ({
    ...Object.fromEntries(
      Object.entries(fields).flatMap(([name, { fallback }]) => (fallback === undefined ? [] : [[name, fallback]])),
    ),
    ...input,
  }) as Input<F>

/** The visible component that a request names by its URL, its ID, or `project/component`; null if there is none. */
export async function componentNamed(call: AnyCall, value: unknown): Promise<ComponentParts | null> {
  const text = plainText(value)
  const id = /^\d{1,15}$/.exec(text)?.[0]
  const [, slug = '', path = ''] = /^(?:.*\/api\/components\/)?([^/]+)\/(.+?)\/?$/.exec(text) ?? []
  const project = slug === '' ? null : await projectBySlug(call.db, slug)
  const row =
    id !== undefined
      ? ((await call.db.selectFrom('component').selectAll().where('id', '=', Number(id)).executeTakeFirst()) ?? null)
      : project && (await componentByPath(call.db, project.id, path.replaceAll(/%(?:25)?2F/gi, '/')))
  const [parts] = row === null ? [] : await componentParts(call.db, [row])
  return parts !== undefined && (await call.permissions()).seesComponent(parts.project, parts.component) ? parts : null
}

/** The component to copy. */
export async function originalOf(call: AnyCall, value: unknown): Promise<ComponentParts> {
  const parts = await componentNamed(call, value)
  if (parts === null) throw invalidField('from_component', 'does_not_exist', 'This component does not exist.')
  if (!(await call.permissions()).inPlace(parts, 'component.edit'))
    throw invalidField('from_component', 'invalid', 'To copy a component, you need permission to edit it.')
  return parts
}

/** The category of the copy: within a project, that of the original unless the request names another. */
export const categoryOfCopy = (project: ProjectRow, { component }: ComponentParts, sent: unknown): unknown =>
  sent === undefined && component.project_id === project.id ? component.category_id : sent

/** Settings that cannot be combined with `from_component`. */
export function rejectOverrides(body: object): void {
  const sent = [...REPOSITORY, ...LAYOUT, 'zipfile', 'docfile', 'source_language'].filter(
    name => (body as Record<string, unknown>)[name] !== undefined,
  )
  if (sent.length > 0)
    throw invalid(
      ...sent.map(attr => ({
        code: 'invalid',
        detail: 'This field cannot be set together with from_component.',
        attr,
      })),
    )
}

/** The columns that the copy takes over. */
export function copiedColumns({ component }: ComponentParts): Record<string, unknown> {
  return Object.fromEntries(COPIED.map(name => [name, component[name]]))
}

/** Copies files with the present translations, and, within a project, add-ons. */
export async function copyContent(piece: Work, from: ComponentParts, to: ComponentParts): Promise<void> {
  if (from.component.project_id === to.component.project_id) await copyAddons(piece, from, to)
  const places = await translationsOf(piece.tx, from)
  for (const place of places.toSorted((a, b) => b.translation.is_source - a.translation.is_source))
    await importContent(piece, to, place.language, await exportFile(piece.tx, place))
}

async function copyAddons(piece: Work, from: ComponentParts, to: ComponentParts): Promise<void> {
  const rows = await piece.tx.selectFrom('addon').selectAll().where('component_id', '=', from.component.id).execute()
  for (const { name, configuration, project_id } of rows)
    await piece.tx
      .insertInto('addon')
      .values({ project_id, component_id: to.component.id, name, configuration, created_at: piece.now })
      .execute()
}
