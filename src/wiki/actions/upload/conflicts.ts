import type { ActionRun } from '../../api/action-run.ts'
import { list } from '../../api/result/shape.ts'
import { ownMessages } from '../../content/own-messages.ts'
import { pagesByName } from '../../content/pages.ts'
import { cameraPrefixes, similarConflict, type UploadConflict } from '../../files/upload-conflicts.ts'
import { currentVersions } from '../../files/versions.ts'
import { canSee } from '../../site/hidden-parts.ts'
import { upperFirst } from '../../site/letter-case.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import type { UploadWarnings } from './upload-result.ts'

/** Warning names in the response by kind of conflict. */
const WARNINGS = {
  exists: 'exists',
  'page-exists': 'page-exists',
  similar: 'exists-normalized',
  thumbnail: 'thumb',
  'thumbnail-name': 'thumb-name',
  'camera-name': 'bad-prefix',
} as const satisfies Readonly<Record<UploadConflict['kind'], keyof UploadWarnings>>

const PREFIXES = 'filename-prefix-blacklist'

interface Candidate {
  readonly wanted: string
  readonly name: string
  readonly sha1: string
}

/** Warnings about publishing a file under this name; null if there are none. */
export async function uploadWarnings(run: ActionRun, candidate: Candidate): Promise<UploadWarnings | null> {
  const { wanted, name } = candidate
  const conflict = await conflictOf(run, name)
  const warnings: UploadWarnings = {
    ...(isRespelled(run, wanted, name) && { badfilename: name }),
    ...(conflict && { [WARNINGS[conflict.kind]]: conflict.kind === 'similar' ? conflict.file.name : name }),
    ...(conflict && (await sameContent(run, candidate, conflict))),
    ...(await deletedBefore(run, candidate, conflict)),
    ...(await duplicates(run, candidate, conflict !== null)),
  }
  return Object.keys(warnings).length > 0 ? warnings : null
}

function isRespelled({ wiki }: ActionRun, wanted: string, name: string): boolean {
  const spelled = wanted.replaceAll(' ', '_')
  return wanted !== name && upperFirst(spelled, wiki.site.language) !== name
}

async function conflictOf({ wiki, db }: ActionRun, name: string): Promise<UploadConflict | null> {
  const file = (await currentVersions(db, [name])).get(name)
  if (file) return { kind: 'exists', file }
  if ((await pagesByName(db, [{ ns: NS.file, title: name }])).length > 0) return { kind: 'page-exists' }
  const text = await ownMessages(wiki, wiki.site.language, [PREFIXES])
  return similarConflict(db, name, cameraPrefixes(text(PREFIXES)))
}

/** Versions of the file with the same content. */
async function sameContent(
  { db }: ActionRun,
  { name, sha1 }: Candidate,
  conflict: UploadConflict,
): Promise<Pick<UploadWarnings, 'nochange' | 'duplicateversions'>> {
  const current = conflict.kind === 'exists' ? conflict.file : null
  const older = await db
    .selectFrom('old_file')
    .where('name', '=', name)
    .where('sha1', '=', sha1)
    .orderBy('timestamp', 'desc')
    .select('timestamp')
    .execute()
  const versionFields = ({ timestamp }: { timestamp: number }) => ({ timestamp: isoTimestamp(timestamp) })
  return {
    ...(current?.sha1 === sha1 && { nochange: versionFields(current) }),
    ...(older.length > 0 && { duplicateversions: list('ver', older.map(versionFields)) }),
  }
}

async function deletedBefore(
  { db, caller }: ActionRun,
  { name, sha1 }: Candidate,
  conflict: UploadConflict | null,
): Promise<Pick<UploadWarnings, 'was-deleted' | 'duplicate-archive'>> {
  const page =
    conflict?.kind === 'exists'
      ? undefined
      : await db
          .selectFrom('archive')
          .where('ns', '=', NS.file)
          .where('title', '=', name)
          .select('rev_id')
          .limit(1)
          .executeTakeFirst()
  const file = await db
    .selectFrom('deleted_file')
    .where('sha1', '=', sha1)
    .orderBy('timestamp', 'desc')
    .select(['name', 'deleted'])
    .limit(1)
    .executeTakeFirst()
  return {
    ...(page && { 'was-deleted': name }),
    ...(file && { 'duplicate-archive': canSee(file.deleted, 'text', caller) ? file.name : '' }),
  }
}

/** Other files with the same content. */
async function duplicates(
  { db }: ActionRun,
  { name, sha1 }: Candidate,
  isNameTaken: boolean,
): Promise<Pick<UploadWarnings, 'duplicate'>> {
  const rows = await db.selectFrom('file').where('sha1', '=', sha1).orderBy('name').select('name').execute()
  const names = rows.map(row => row.name).filter(other => !isNameTaken || other !== name)
  return names.length > 0 ? { duplicate: list('duplicate', names) } : {}
}
