import { statement } from '#store/statement.ts'
import { continuation } from '../../api/params/common.ts'
import { integer, manyOf, oneOf, string } from '../../api/params/kinds.ts'
import { number } from '../../api/query/keys.ts'
import { gathered, listedPerPage, propModule } from '../../api/query/query-module.ts'
import { shownFile } from '../../content/shown-file.ts'
import type { FileVersion } from '../../files/file-version.ts'
import { currentVersions } from '../../files/versions.ts'
import { PAGE_IMAGE } from '../../wikitext/extensions/page-images.ts'

const picture = { source: 'string', width: 'integer', height: 'integer' } as const

/** Imported wikis have both; there is no list of licences, so the two mean the same. */
const NAMES = [PAGE_IMAGE, 'page_image']

export const pageimages = propModule({
  name: 'pageimages',
  prefix: 'pi',
  classname: 'PageImages\\ApiQueryPageImages',
  extension: 'PageImages',
  setting: 'PageImages',
  needsPages: true,
  cacheable: true,
  summary: 'Get the picture that stands for each page: its name, a thumbnail or the original.',
  helpUrls: ['https://www.mediawiki.org/wiki/Special:MyLanguage/Extension:PageImages#API'],
  help: {
    examples: [['action=query&prop=pageimages&titles=Albert%20Einstein&pithumbsize=100', '1']],
    params: {
      prop: { words: 'What to return.', values: ['thumbnail', 'name', 'original'] },
      thumbsize: { words: 'Greatest width or height of the thumbnail, in pixels.' },
      limit: { words: 'Number of pages to return pictures for.' },
      license: { words: 'Whether pictures must be free. Every picture counts as free.' },
      langcode: { words: 'Language of drawings with several.' },
    },
  },
  result: { 'thumbnail?': picture, 'original?': picture, 'pageimage?': 'string' },
  params: {
    prop: manyOf(['name', 'original', 'thumbnail'], { default: ['thumbnail', 'name'] }),
    thumbsize: integer({ default: 50, min: 1, max: 4096 }),
    limit: integer({ default: 50, min: 1, max: 50, highmax: 100 }),
    license: oneOf(['any', 'free'], { default: 'free' }),
    continue: continuation(),
    langcode: string(),
  },

  pageListing(q, a) {
    const { site } = q
    const wants = new Set<string>(a.prop)
    const absolute = (url: string): string => (url.startsWith('/') ? site.server + url : url)
    return listedPerPage(
      // The pictures of several pages are read together.
      gathered(async ({ after: [first] = [0] }) => {
        const ids = q.pages.goodIds.filter(id => id >= (first as number)).sort((one, other) => one - other)
        const shown = ids.slice(0, a.limit)
        const rows =
          shown.length === 0 ? [] : await PROPS.where('page_id', 'in', shown).where('name', 'in', NAMES).all(q.db)
        const names = new Map(rows.map(row => [row.page_id, String(row.value)]))
        const files = await currentVersions(q.db, [...new Set(names.values())])
        const found = shown.map(page_id => ({
          page_id,
          file: files.get(names.get(page_id) ?? '') ?? null,
          isLast: false,
        }))
        return [...found, ...ids.slice(a.limit).map(page_id => ({ page_id, file: null, isLast: true }))]
      }),
      {
        keys: [{ ...number('page_prop.page_id'), isNumber: true }],
        pageId: row => row.page_id,
        addsFields: true,
        item: ({ file, isLast }) => (isLast ? undefined : file === null ? {} : factsOf(file)),
      },
    )

    function factsOf(file: FileVersion) {
      const own = shownFile(site, file)
      const original = { source: absolute(own.url), width: own.width, height: own.height }
      const fits = own.width <= a.thumbsize && own.height <= a.thumbsize && !own.mustBeRendered && !own.isDrawing
      const lang = a.langcode === undefined ? {} : { lang: a.langcode }
      const made = fits ? null : own.picture({ width: a.thumbsize, height: a.thumbsize, ...lang })
      const thumbnail = made ? { source: absolute(made.url), width: made.width, height: made.height } : original
      return {
        ...(wants.has('thumbnail') && own.isPicture && { thumbnail }),
        ...(wants.has('original') && { original }),
        ...(wants.has('name') && { pageimage: file.name }),
      }
    }
  },
})

const PROPS = statement(db => db.selectFrom('page_prop').selectAll().orderBy('page_id').orderBy('name', 'desc'))
