import { isEmpty } from '#store/is-empty.ts'
import type { Writer } from '#store/store.ts'
import { ImportError } from '../import-error.ts'

/** Tables that must be empty before a dump table is imported, because its IDs are kept. */
const mustBeEmpty: Readonly<Record<string, string>> = {
  page: 'page',
  revision: 'revision',
  archive: 'archive',
  content: 'content',
  slots: 'slot',
  actor: 'actor',
  comment: 'summary',
  linktarget: 'link_target',
  category: 'category',
  logging: 'log',
  recentchanges: 'recent_change',
  watchlist: 'watch',
  ipblocks: 'block',
  block: 'block',
  page_restrictions: 'page_restriction',
  change_tag_def: 'tag_def',
  change_tag: 'change_tag',
  filearchive: 'deleted_file',
  uploadstash: 'stashed_file',
  user_newtalk: 'new_talk',
}

/** Refuses to import a table into one with rows from elsewhere: two wikis cannot be merged. */
export async function refuseFilledTable(tx: Writer, table: string, file: string): Promise<void> {
  const ours = mustBeEmpty[table]
  if (ours === undefined) return
  if (!(await isEmpty(tx, ours))) {
    throw new ImportError(
      `${file}: the table "${table}" cannot be imported, because this wiki already has rows of its own there. ` +
        'Import SQL dumps into an empty wiki, all files of one wiki in one command.',
    )
  }
}
