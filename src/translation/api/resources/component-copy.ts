// Creates a component as a copy of another one.

import type { Fields, Input } from '#fields/field.ts'
import { plainText } from '#fields/kinds.ts'
import { invalid, invalidField } from '#fields/problem.ts'
import { importContent } from '../../catalogue/component-files.ts'
import { translationsOf } from '../../catalogue/component-translations.ts'
import { type ComponentParts, componentByPath, componentParts, projectBySlug } from '../../catalogue/components.ts'
import { exportFile } from '../../catalogue/export-file.ts'
import { usesGit } from '../../catalogue/version-control.ts'
import type { Work } from '../../catalogue/work.ts'
import { componentSettings } from '../../declarations/component.ts'
import type { AnyCall } from './find.ts'

/** Settings that describe where the files come from. A copy shares the repository of its original. */
const REPOSITORY = ['vcs', 'repo', 'branch', 'push', 'push_branch'] as const

/** Settings of the original that apply to the copy as well. */
const COPIED = [
  ...(Object.keys(componentSettings) as (keyof typeof componentSettings)[]).filter(
    name => name !== 'name' && name !== 'slug',
  ),
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

/** The component to copy, named by its URL, its ID, or `project/component`. */
export async function originalOf(call: AnyCall, value: unknown): Promise<ComponentParts> {
  const text = plainText(value)
  const id = /^\d{1,15}$/.exec(text)?.[0]
  const [, slug = '', path = ''] = /^(?:.*\/api\/components\/)?([^/]+)\/(.+?)\/?$/.exec(text) ?? []
  const missing = () => invalidField('from_component', 'does_not_exist', 'This component does not exist.')
  const project = slug === '' ? null : await projectBySlug(call.db, slug)
  const row =
    id !== undefined
      ? ((await call.db.selectFrom('component').selectAll().where('id', '=', Number(id)).executeTakeFirst()) ?? null)
      : project && (await componentByPath(call.db, project.id, path.replaceAll(/%(?:25)?2F/gi, '/')))
  if (row === null) throw missing()
  const [parts] = await componentParts(call.db, [row])
  const permissions = await call.permissions()
  if (!permissions.seesComponent(parts!.project, row)) throw missing()
  if (!permissions.inProject(parts!.project, 'component.edit'))
    throw invalidField('from_component', 'invalid', 'To copy a component, you need permission to edit it.')
  return parts!
}

/** Settings that cannot be combined with `from_component`. */
export function rejectOverrides(body: object): void {
  const sent = [...REPOSITORY, 'zipfile', 'docfile', 'source_language'].filter(
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

/** Repository settings of the copy: the repository of the original, or that which it shares. */
export function sharedRepository({ component, project }: ComponentParts): { vcs?: string; repo?: string } {
  if (!usesGit(component)) return {}
  if (component.linked_component_id !== null) return { vcs: 'git', repo: component.repo }
  return { vcs: 'git', repo: `weblate://${project.slug}/${component.path}` }
}

/** Copies files with their translations, and, within a project, add-ons. */
export async function copyContent(piece: Work, from: ComponentParts, to: ComponentParts): Promise<void> {
  if (from.component.project_id === to.component.project_id) await copyAddons(piece, from, to)
  // Files of a repository are imported from there.
  if (usesGit(from.component)) return
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
