import { crc32, deflateSync } from 'node:zlib'

const svg = (width: number, height: number, content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>\n`,
  )

const CUP = svg(
  240,
  220,
  `<rect width="240" height="220" rx="16" fill="#f4efe6"/>
<ellipse cx="112" cy="184" rx="88" ry="12" fill="#d8cdb8"/>
<path d="M44 88h136v28a68 62 0 0 1-136 0z" fill="#2f6f5e"/>
<path d="M178 98h14a22 22 0 0 1 0 44h-22" fill="none" stroke="#2f6f5e" stroke-width="11"/>
<ellipse cx="112" cy="88" rx="68" ry="13" fill="#b5703a"/>
<ellipse cx="112" cy="88" rx="68" ry="13" fill="none" stroke="#24443c" stroke-width="4"/>
<g fill="none" stroke="#b9a98c" stroke-width="6" stroke-linecap="round"><path d="M86 62c-10-14 10-20 0-36"/><path d="M112 62c-10-14 10-20 0-36"/><path d="M138 62c-10-14 10-20 0-36"/></g>`,
)

const LIGHTHOUSE = svg(
  240,
  360,
  `<rect width="240" height="360" fill="#16283c"/>
<g fill="#fff"><circle cx="40" cy="50" r="2"/><circle cx="200" cy="34" r="2"/><circle cx="70" cy="120" r="1.5"/><circle cx="214" cy="150" r="2"/><circle cx="22" cy="190" r="1.5"/></g>
<path d="M120 92L240 40v104z" fill="#f2c14e" opacity=".45"/>
<path d="M120 92L0 62v60z" fill="#f2c14e" opacity=".25"/>
<path d="M98 116h44l16 184H82z" fill="#f7f3ea"/>
<path d="M94 160h52l4 44H90zM86 250h68l4 50H82z" fill="#b8402f"/>
<rect x="88" y="108" width="64" height="10" rx="3" fill="#24333f"/>
<rect x="104" y="78" width="32" height="30" fill="#f2c14e"/><path d="M100 78l20-22 20 22z" fill="#b8402f"/>
<path d="M0 300c40-18 70 10 120 0s80-16 120 0v60H0z" fill="#2a4d6b"/>`,
)

const place = (x: number, y: number, words: string): string =>
  `<circle cx="${x}" cy="${y}" r="7" fill="#b8402f" stroke="#fff" stroke-width="2"/><text x="${x + 14}" y="${y + 5}" font-family="sans-serif" font-size="15" fill="#20262e">${words}</text>`

const MAP = svg(
  420,
  280,
  `<rect width="420" height="280" fill="#bcd8e6"/>
<path d="M0 0h420v70c-60 10-70 60-130 60s-60-34-120-20-50 70-20 100 0 50-40 70H0z" fill="#e9e2cf"/>
<path d="M290 130l60 44M172 232l52 14" stroke="#8a7f69" stroke-width="9" stroke-linecap="round"/>
<path d="M396 250v-42l-9 14m9-14l9 14" fill="none" stroke="#20262e" stroke-width="3"/>
${place(338, 62, 'Museum')}${place(60, 96, 'Library')}${place(74, 186, 'Steam &amp; Leaf')}`,
)

type Colour = readonly [red: number, green: number, blue: number]
const FRESH: Colour = [126, 168, 72]
const DARK: Colour = [58, 38, 30]

/** A pattern of squares shaded between two colours, slanted differently in each row. */
function leaves(columns: number, rows: number, square: number): Buffer {
  const [width, height] = [columns * square, rows * square]
  const pixels = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] = [Math.floor(x / square), Math.floor(y / square)]
      const share = (column / (columns - 1)) ** (0.5 + row / 2)
      for (const channel of [0, 1, 2] as const)
        pixels[y * (1 + width * 3) + 1 + x * 3 + channel] = FRESH[channel] + (DARK[channel] - FRESH[channel]) * share
    }
  }
  return png(width, height, pixels)
}

function png(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Three channels of eight bits.
  head.set([8, 2], 8)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts])
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length)
  whole.writeUInt32BE(data.length, 0)
  whole.write(name, 4, 'latin1')
  data.copy(whole, 8)
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length)
  return whole
}

/** The sample's files, by page title. */
export const pictures = (): ReadonlyMap<string, Buffer> =>
  new Map([
    ['File:Cup of tea.svg', CUP],
    ['File:Lighthouse.svg', LIGHTHOUSE],
    ['File:Harbour map.svg', MAP],
    ['File:Tea leaves.png', leaves(12, 6, 20)],
  ])
