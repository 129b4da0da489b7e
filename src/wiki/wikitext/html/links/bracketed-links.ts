// [address label] as HTML.

import { formatNumber } from '#languages/number-format.ts'
import { angleEntity, cleanUrl, lineBreaking } from '../../harvest/external-links.ts'
import { protocolsOf } from '../../harvest/protocols.ts'
import type { Rendering } from '../rendering.ts'
import { externalAnchor } from './external-anchor.ts'

const blanks = /\p{Zs}*/uy

export function bracketedLinksToHtml(rendering: Rendering, text: string): string {
  let at = text.indexOf('[')
  if (at < 0) return text
  const { address } = protocolsOf(rendering.site)
  let result = ''
  let done = 0
  // Both marks are looked for once and then kept, so that many openings without an end cost no more than one.
  let close = -1
  let broken = -1
  for (; at >= 0; at = text.indexOf('[', at + 1)) {
    address.lastIndex = at + 1
    const match = address.exec(text)
    if (!match) continue
    const end = address.lastIndex
    if (close < end) close = text.indexOf(']', end)
    if (close < 0) break
    if (broken < end) {
      lineBreaking.lastIndex = end
      broken = lineBreaking.exec(text)?.index ?? text.length
    }
    if (broken < close) continue
    if (!rendering.links.mayMakeOne()) break
    blanks.lastIndex = end
    blanks.exec(text)
    result += text.slice(done, at) + link(rendering, match[0], text.slice(Math.min(blanks.lastIndex, close), close))
    done = close + 1
    at = close
  }
  return result + text.slice(done)
}

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
