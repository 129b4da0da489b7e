import { actionModule } from '../api/module.ts'
import { string } from '../api/params/kinds.ts'
import { MESSAGE } from '../api/result/envelope.ts'
import { publishFile } from '../editing/publish-file.ts'
import { inspectFile } from '../files/inspect/inspect-file.ts'
import { fileContent } from '../files/stored-bytes.ts'
import { currentVersions } from '../files/versions.ts'
import { ApiError, apiMessage, fail } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { NS } from '../site/namespaces.ts'
import { titleInNamespace } from '../site/titles.ts'
import { mustReplaceFile } from './may-change.ts'
import { resultErrors } from './result-messages.ts'

export const filerevert = actionModule({
  name: 'filerevert',
  prefix: '',
  classname: 'ApiFileRevert',
  summary: 'Revert a file to an earlier version.',
  helpUrls: [],
  mustBePosted: true,
  write: true,
  token: 'csrf',
  help: {
    params: {
      filename: { words: 'Name of the file, without the File: prefix.' },
      comment: { words: 'Upload comment.' },
      archivename: { words: 'Archive name of the version to revert to, from archivename in prop=imageinfo.' },
    },
  },
  result: { filerevert: { result: 'string', 'errors?': [MESSAGE] } },
  params: {
    filename: string({ required: true }),
    comment: string({ default: '' }),
    archivename: string({ required: true }),
    token: string({ required: true, sensitive: true }),
  },

  async run(run, a) {
    const { wiki, caller, now, signal } = run
    const title = titleInNamespace(wiki.site, NS.file, a.filename)
    if (!title || title.dbkey === '') fail('apierror-invalidtitle', [escapeWikitext(a.filename)])
    const name = title.dbkey
    const current = (await currentVersions(run.db, [name])).get(name)
    if (!current) fail('apierror-missingtitle')
    const old = await run.db
      .selectFrom('old_file')
      .where('name', '=', name)
      .where('archive_name', '=', a.archivename)
      .select('sha1')
      .executeTakeFirst()
    if (!old) fail('filerevert-badversion')
    await mustReplaceFile(run, name)
    if (!caller.can('reupload')) throw new ApiError([apiMessage('badaccess-group0')])
    const bytes = await fileContent(wiki.files, old.sha1)
    const { facts } = await inspectFile(bytes ?? Buffer.alloc(0), name.slice(name.lastIndexOf('.') + 1))
    const published =
      bytes === null
        ? apiMessage('filenotfound', [a.archivename])
        : await publishFile(wiki, {
            caller,
            now,
            name,
            facts,
            sha1: old.sha1,
            bytes,
            comment: a.comment,
            pageText: a.comment,
            tags: [],
            watched: false,
            signal,
          })
    const fault = published === 'same' ? apiMessage('fileexists-no-change', [run.titleText(NS.file, name)]) : published
    return {
      filerevert: 'key' in fault ? { result: 'Failure', errors: resultErrors(run, [fault]) } : { result: 'Success' },
    }
  },
})
