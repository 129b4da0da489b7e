const W = 360
const H = 560

const text = (x: number, y: number, words: string, size = 18, weight = 400, fill = '#20262e'): string =>
  `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" font-weight="${weight}" fill="${fill}">${words}</text>`
const button = (y: number, words: string, first = false): string =>
  `<rect x="28" y="${y}" width="304" height="52" rx="12" fill="${first ? '#2f6f5e' : '#fff'}" stroke="#2f6f5e"/>${text(52, y + 33, words, 18, 600, first ? '#fff' : '#2f6f5e')}`
const row = (y: number, words: string, price: string): string =>
  `${text(28, y, words)}${text(282, y, price, 18, 600)}<path d="M28 ${y + 16}h304" stroke="#dcd8cf"/>`
const screen = (title: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><rect width="${W}" height="${H}" fill="#faf7f1"/><rect width="${W}" height="64" fill="#24443c"/>${text(28, 41, title, 20, 700, '#fff')}${content}</svg>`

const CUP =
  '<g fill="none" stroke="#2f6f5e" stroke-width="5" stroke-linecap="round"><path d="M130 190h100v34a42 42 0 0 1-42 42h-16a42 42 0 0 1-42-42zM230 200h12a20 20 0 0 1 0 40h-14M112 282h136"/><path d="M160 168c-8-12 8-18 0-32M190 168c-8-12 8-18 0-32" stroke="#b9cfc7"/></g>'

/** Mock screenshots as SVG. */
const DRAWINGS: Readonly<Record<string, string>> = {
  start: screen(
    'Steam &amp; Leaf',
    `${CUP}${text(28, 330, 'Good to see you', 26, 700)}${text(28, 362, 'Choose a table and a tea,', 16, 400, '#5c6470')}${text(28, 384, 'and we’ll do the rest.', 16, 400, '#5c6470')}${button(410, 'Order', true)}${button(472, 'Reserve a table')}`,
  ),
  basket: screen(
    'Your order',
    `${row(118, 'Jasmine tea', '4.20')}${row(172, 'Carrot cake', '3.80')}${row(226, 'Tea eggs', '2.50')}${text(28, 286, 'Total: 10.50', 20, 700)}<rect x="28" y="314" width="304" height="84" rx="10" fill="#fff" stroke="#dcd8cf"/>${text(44, 344, 'Note for the kitchen', 15, 400, '#8a8f98')}${button(430, 'Place order', true)}`,
  ),
  ticket: screen(
    'Tickets',
    `${row(118, 'Adults', '9.00')}${row(172, 'Children up to 14', '0.00')}${row(226, 'Students', '5.00')}<path d="M150 300h60l14 130h-88zM158 300v-26h44v26M180 274v-16" fill="#fff" stroke="#24443c" stroke-width="4"/><path d="M206 284l110-26v52z" fill="#f2c14e" opacity=".7"/>${button(470, 'Buy now', true)}`,
  ),
}

/** Renders a drawing as PNG. */
export async function drawn(name: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(DRAWINGS[name]!)).png({ palette: true, colours: 32, effort: 1 }).toBuffer()
}
