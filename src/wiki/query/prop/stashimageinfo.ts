import { helpPage } from '../../api/help-page.ts'
import { strings } from '../../api/params/common.ts'
import { integer, manyOf, string } from '../../api/params/kinds.ts'
import { propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'
import { list } from '../../api/result/shape.ts'
import type { FileVersion } from '../../files/file-version.ts'
import { isStashKey, stashedFile, stashedVersion } from '../../files/stashed-file.ts'
import { fail } from '../../messages/message.ts'
import { fileContext, fileFacts, plainRequest, stashedFileMembers, thumbMembers } from '../families/file-facts.ts'
import { thumbRequest } from '../families/thumb-request.ts'

const stashInfoMembers = { ...stashedFileMembers, ...thumbMembers } as const satisfies Members

export const stashimageinfo = propModule({
  name: 'stashimageinfo',
  prefix: 'sii',
  classname: 'ApiQueryStashImageInfo',
  tag: 'sii',
  summary: 'Get information about stashed files.',
  helpUrls: [helpPage('Stashimageinfo')],
  help: {
    examples: [
      ['action=query&prop=stashimageinfo&siifilekey=124sd34rsdf567', 'simple'],
      ['action=query&prop=stashimageinfo&siifilekey=b34edoe3|bceffd4&siiurlwidth=120&siiprop=url', 'params'],
    ],
    params: {
      filekey: { words: 'Keys of the files, from the upload response.' },
      sessionkey: { words: 'Use filekey instead.' },
      prop: {
        key: 'apihelp-query+imageinfo-param-prop',
        values: [
          'timestamp',
          'canonicaltitle',
          'url',
          'size',
          'dimensions',
          'sha1',
          'mime',
          'thumbmime',
          'metadata',
          'commonmetadata',
          'extmetadata',
          'bitdepth',
          'badfile',
        ],
      },
      urlwidth: { key: 'apihelp-query+imageinfo-param-urlwidth', params: [50] },
      urlheight: { key: 'apihelp-query+imageinfo-param-urlheight' },
      urlparam: { key: 'apihelp-query+imageinfo-param-urlparam' },
    },
  },
  result: {},
  queryResult: { stashimageinfo: [stashInfoMembers] },
  params: {
    filekey: strings(),
    sessionkey: string({ multi: true, deprecated: true }),
    prop: manyOf(
      [
        'badfile',
        'bitdepth',
        'canonicaltitle',
        'commonmetadata',
        'dimensions',
        'extmetadata',
        'metadata',
        'mime',
        'sha1',
        'size',
        'thumbmime',
        'timestamp',
        'url',
      ],
      { default: ['timestamp', 'url'] },
    ),
    urlwidth: integer({ default: -1 }),
    urlheight: integer({ default: -1 }),
    urlparam: string({ default: '' }),
  },

  async besidePages(q, a) {
    const { account } = q.caller
    if (!account) fail('apierror-mustbeloggedin-uploadstash')
    q.requireAtLeastOneOf(a, 'filekey', 'sessionkey')
    const keys = a.filekey?.length ? a.filekey : (a.sessionkey ?? [])
    const prop = new Set<string>(a.prop)
    const context = await fileContext(q, [], prop)
    const files = list<ResultOf<typeof stashInfoMembers>>('stashimageinfo')
    for (const key of keys) {
      const file = await ownFile(q, key, account.id)
      const request = { ...plainRequest(prop), thumb: thumbRequest(q, file, a) }
      const shown = fileFacts(q, file, request, context)
      if (!q.run.budget.take(shown, files.length === 0)) break
      files.push(shown)
    }
    return files.length > 0 ? { stashimageinfo: files } : null
  },
})

/** A stashed file is visible only to its uploader. */
async function ownFile(q: QueryRun, key: string, accountId: number): Promise<FileVersion> {
  if (!isStashKey(key)) fail('uploadstash-bad-path-bad-format', [key])
  const row = await stashedFile(q.db, key)
  if (!row) fail('uploadstash-file-not-found', [key])
  if (row.account_id !== accountId) fail('uploadstash-wrong-owner', [key])
  return stashedVersion(q.wiki.files, row)
}
