import { generate } from 'lean-qr'
import { type Html, html } from '#html/html.ts'

/** Blank modules around the code, which scanners need. */
const MARGIN = 4

/** A QR code as an image in the page, dark on light in every theme. */
export function qrCode(text: string, label: string): Html {
  const code = generate(text)
  const size = code.size + 2 * MARGIN
  let path = ''
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++) if (code.get(x, y)) path += `M${x + MARGIN} ${y + MARGIN}h1v1h-1z`
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">
    <rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/>
  </svg>`
}
