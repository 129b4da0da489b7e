import { helpPage } from '../api/help-page.ts'
import { actionModule } from '../api/module.ts'
import type { Row } from '../api/result/shape.ts'
import { escapeHtml } from '../messages/render.ts'
import { parseTitle } from '../site/titles.ts'
import { fullUrl } from '../site/urls.ts'

export const rsd = actionModule({
  name: 'rsd',
  prefix: '',
  classname: 'ApiRsd',
  readRights: false,
  cacheable: true,
  ofSite: true,
  summary: 'Get an RSD (Really Simple Discovery) document that describes this API.',
  helpUrls: [],
  // The response is an XML document of its own.
  result: {},
  params: {},

  async run(run) {
    const { site } = run.wiki
    const main = parseTitle(site, String(site.info.general.mainpage ?? 'Main Page'))
    const home = 'invalid' in main ? site.server : fullUrl(site, main)
    run.fixedFormat = 'xml'
    run.headers['content-disposition'] = 'inline; filename=api-result.xml'
    run.ownFormats = {
      json: () => ({}),
      xml: result => rsdXml(run.wiki.scriptUrl, home, result),
      xmlType: 'application/rsd+xml; charset=utf-8',
    }
    return {}
  },
})

const textElement = (name: string, text: string): string =>
  `<${name} xml:space="preserve">${escapeHtml(text).replaceAll('&quot;', '"')}</${name}>`

function rsdXml(api: string, home: string, result: Row): string {
  const link = `<api name="MediaWiki" preferred="true" apiLink="${escapeHtml(api)}" blogID="">`
  const settings = `${textElement('docs', helpPage('').replace(/:$/, ''))}<setting name="OAuth" xml:space="preserve">false</setting>`
  const service =
    `<apis>${link}<settings>${settings}</settings></api></apis>` +
    textElement('engineName', 'MediaWiki') +
    textElement('engineLink', 'https://www.mediawiki.org/') +
    textElement('homePageLink', home)
  return `<?xml version="1.0"?><rsd version="1.0" xmlns="http://archipelago.phrasewise.com/rsd">${warnings(result)}<service>${service}</service></rsd>`
}

function warnings({ warnings: given }: Row): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return ''
  const perModule = Object.entries(given as Record<string, { warnings?: unknown }>)
  const elements = perModule.map(([module, { warnings: text }]) => textElement(module, String(text ?? '')))
  return elements.length > 0 ? `<warnings>${elements.join('')}</warnings>` : ''
}
