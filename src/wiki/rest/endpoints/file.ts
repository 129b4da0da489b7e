import { currentVersions } from '../../files/versions.ts'
import { plaintext } from '../../messages/message.ts'
import { NS } from '../../site/namespaces.ts'
import { endpoint } from '../endpoint.ts'
import { describeFiles, fileMembers } from '../files.ts'
import { mustExist, pageOfTitle } from '../pages.ts'
import { titleInPath } from '../params.ts'
import { failRest } from '../rest-error.ts'

export const file = endpoint({
  method: 'GET',
  path: '/v1/file/{title}',
  summary: 'Get a file: its address, its size, and thumbnails.',
  params: { title: { ...titleInPath, words: 'File name, with or without the namespace.', example: 'Example.png' } },
  result: fileMembers,
  async open(call) {
    const { title } = call.args
    const page = await pageOfTitle(call, title, NS.file)
    const version = page?.ns === NS.file ? (await currentVersions(call.db, [page.title])).get(page.title) : undefined
    return {
      etag: version ? `"${version.sha1}"` : null,
      lastModified: version?.timestamp ?? null,
      exists: version !== undefined,
      async answer() {
        mustExist(page, title)
        const shown = version ?? failRest(404, 'rest-cannot-load-file', [plaintext(title)])
        const [body] = await describeFiles(call, [shown], ['preferred', 'thumbnail'])
        return { body }
      },
    }
  },
})
