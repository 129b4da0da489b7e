// Restores translation memory and history.

import { columnsOf } from '#fields/columns.ts'
import { isContent } from '../catalogue/change-actions.ts'
import { hash64 } from '../catalogue/forms.ts'
import type { Work } from '../catalogue/work.ts'
import type { Archive } from './archive.ts'
import { type BackupChange, changeFields, memoryFields } from './backup-shape.ts'
import type { People } from './people.ts'
import type { Ids } from './restore-units.ts'

export async function restoreHistory(
  work: Work,
  project_id: number,
  archive: Archive,
  people: People,
  ids: Ids,
): Promise<void> {
  for await (const lines of archive.lines('memory/', memoryFields)) {
    const rows = []
    for (const { value, place } of lines) {
      const { source_language, target_language, account, ...row } = value
      rows.push({
        ...columnsOf(row),
        source_hash: hash64(row.source),
        source_chars: [...row.source].length,
        source_language_id: await people.language(source_language, `${place}: source_language`),
        target_language_id: await people.language(target_language, `${place}: target_language`),
        account_id: await people.id(account),
        project_id,
      })
    }
    await work.tx.insertInto('memory').values(rows).execute()
  }
  for await (const lines of archive.lines('changes/', changeFields)) {
    const rows = []
    for (const { value, place } of lines) rows.push(await changeOf(value, place, project_id, people, ids))
    await work.tx.insertInto('translation_change').values(rows).execute()
  }
}

async function changeOf(change: BackupChange, place: string, project_id: number, people: People, ids: Ids) {
  const { language, account, author, details, component_id, translation_id, unit_id, ...row } = change
  // History may refer to deleted strings and languages.
  const at = (map: ReadonlyMap<number, number>, id: number | null) => (id === null ? null : (map.get(id) ?? null))
  return {
    ...columnsOf(row),
    is_content: Number(row.is_content ?? isContent(row.action)),
    project_id,
    component_id: at(ids.components, component_id),
    translation_id: at(ids.translations, translation_id),
    unit_id: at(ids.units, unit_id),
    language_id: language === null ? null : await people.language(language, `${place}: language`),
    account_id: await people.id(account),
    author_id: await people.id(author),
    details: JSON.stringify(details),
  }
}
