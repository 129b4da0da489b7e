import { autonym } from '#languages/wiki-languages.ts'
import { languageLinks, linkedFiles } from '../../content/page-links.ts'
import type { PageRow } from '../../content/pages.ts'
import { currentVersions } from '../../files/versions.ts'
import { plaintext } from '../../messages/message.ts'
import { digitTimestamp } from '../../site/timestamp.ts'
import { titleOrNull } from '../../site/titles.ts'
import { endpoint, type RestAnswer, type RestCall } from '../endpoint.ts'
import { describeFiles, fileMembers } from '../files.ts'
import { mustExist, nameMembers, namesOf, pageOfTitle } from '../pages.ts'
import { titleInPath } from '../params.ts'
import { failRest } from '../rest-error.ts'

const MAX_FILES = 100

const params = { title: titleInPath } as const
type Call = RestCall<typeof params>

/** Links change with the page, and with the templates that it includes. */
async function open(call: Call, answer: (page: PageRow) => Promise<RestAnswer>) {
  const page = await pageOfTitle(call, call.args.title)
  return {
    etag: page && `"${page.latest_rev}@${digitTimestamp(page.touched)}"`,
    lastModified: page?.touched ?? null,
    exists: page !== null,
    answer: async () => answer(mustExist(page, call.args.title)),
  }
}

export const pageLanguageLinks = endpoint({
  method: 'GET',
  path: '/v1/page/{title}/links/language',
  summary: 'Get the links to the same page in other languages.',
  params,
  result: [{ code: 'string', name: 'string', ...nameMembers }],
  open: call =>
    open(call, async page => ({
      body: (await languageLinks(call.db, page.id)).flatMap(({ lang, title }) => {
        const target = titleOrNull(call.site, title)
        if (target === null) return []
        return [{ code: lang, name: autonym(lang) ?? '', ...namesOf(call, target.ns, target.dbkey) }]
      }),
    })),
})

export const pageMediaLinks = endpoint({
  method: 'GET',
  path: '/v1/page/{title}/links/media',
  summary: 'Get the files that a page uses.',
  params,
  result: { files: [fileMembers] },
  open: call =>
    open(call, async page => {
      const names = await linkedFiles(call.db, page.id, MAX_FILES + 1)
      if (names.length > MAX_FILES)
        failRest(500, 'rest-media-too-many-links', [plaintext(call.args.title), { num: MAX_FILES }])
      const versions = await currentVersions(call.db, names)
      const files = names.flatMap(name => versions.get(name) ?? [])
      return { body: { files: await describeFiles(call, files, ['preferred']) } }
    }),
})
