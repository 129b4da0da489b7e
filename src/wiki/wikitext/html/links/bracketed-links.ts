// [url label] as HTML.

import { formatNumber } from '#languages/number-format.ts'
import { angleEntity, cleanUrl, replaceBracketed } from '../../harvest/external-links.ts'
import type { Rendering } from '../rendering/rendering.ts'
import { externalAnchor } from './external-anchor.ts'

export const bracketedLinksToHtml = (rendering: Rendering, text: string): string =>
  replaceBracketed(rendering.site, text, (address, label) =>
    rendering.links.mayMakeOne() ? link(rendering, address, label.replace(/^\p{Zs}+/u, '')) : null,
  )

function link(rendering: Rendering, written: string, label: string): string {
  let address = written
  let html = label
  const entity = angleEntity.exec(address)
  if (entity) {
    html = `${address.slice(entity.index)} ${label}`
    address = address.slice(0, entity.index)
  }
  const url = cleanUrl(address)
  rendering.state.output.addExternalLink(url)
  if (html !== '') return externalAnchor(rendering, url, 'text', html)
  const number = formatNumber(rendering.site.language, ++rendering.unnamedAddresses)
  return externalAnchor(rendering, url, 'autonumber', `[${number}]`)
}
