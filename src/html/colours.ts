/** A colour in sRGB, each part from 0 to 1. */
type Rgb = readonly [number, number, number]

/** The site's colour for one colour scheme. */
export interface Shade {
  /** Links and buttons, `#rrggbb`. */
  readonly accent: string
  /** Background of what is selected. */
  readonly wash: string
}

/** The site's colour for light and dark pages, readable on all their backgrounds. */
export interface Shades {
  readonly light: Shade
  readonly dark: Shade
  /** Contrast of the chosen colour with white, rounded down to one decimal. */
  readonly contrast: number
  /** Whether the light shade differs from the chosen colour, because that would be hard to read. */
  readonly isAdapted: boolean
}

/** The least contrast for text, from WCAG 2 level AA. */
export const LEAST_CONTRAST = 4.5

/** Backgrounds on which links stand: `--paper`, `--sheet` and `--well` in `web/styles/_tokens.css`. */
const LIGHT = ['#ffffff', '#f6f7f9', '#eef0f4']
const DARK = ['#14171c', '#1b1f26', '#242932']
/** Parts of the accent in the wash. */
const LIGHT_WASH = 0.1
const DARK_WASH = 0.18
/** Change of the lightness per attempt. */
const STEP = 0.01
/** In OKLCH: neither pale nor glaring on dark pages. */
const DARK_LIGHTNESS = 0.77

const COLOUR = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i

/** A colour as `#rrggbb`; null if the text is not a hexadecimal colour. */
export function readColour(text: string): string | null {
  const [, digits] = COLOUR.exec(text.trim()) ?? []
  if (digits === undefined) return null
  const all = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits
  return `#${all.toLowerCase()}`
}

/** Shades of a colour (`#rrggbb`) for links, buttons and washes. */
export function shadesOf(colour: string): Shades {
  const light = shade(colour, LIGHT, LIGHT_WASH, -STEP)
  const [lightness, chroma, hue] = toOklch(rgbOf(colour))
  const bright = hexOf(fitting(Math.max(lightness, DARK_LIGHTNESS), chroma, hue))
  return {
    light,
    dark: shade(bright, DARK, DARK_WASH, STEP),
    contrast: Math.floor(contrast(colour, '#ffffff') * 10) / 10,
    isAdapted: light.accent !== colour,
  }
}

/** Moves the lightness until the colour is readable on every background and on its own wash. */
function shade(colour: string, backgrounds: readonly string[], share: number, step: number): Shade {
  const [start, chroma, hue] = toOklch(rgbOf(colour))
  const base = backgrounds[0]!
  let accent = colour
  for (let lightness = start; lightness >= 0 && lightness <= 1; lightness += step) {
    if (lightness !== start) accent = hexOf(fitting(lightness, chroma, hue))
    const wash = mixed(accent, base, share)
    if ([...backgrounds, wash].every(each => contrast(accent, each) >= LEAST_CONTRAST)) return { accent, wash }
  }
  const extreme = step < 0 ? '#000000' : '#ffffff'
  return { accent: extreme, wash: mixed(extreme, base, share) }
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [bright, dim] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (bright + 0.05) / (dim + 0.05)
}

const rgbOf = (colour: string): Rgb =>
  [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255) as unknown as Rgb

const hexOf = (rgb: Rgb): string =>
  `#${rgb
    .map(part =>
      Math.round(Math.min(1, Math.max(0, part)) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const gamma = (part: number): number => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

function luminance(colour: string): number {
  const [red, green, blue] = rgbOf(colour).map(linear) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function mixed(colour: string, base: string, share: number): string {
  const [over, under] = [rgbOf(colour), rgbOf(base)]
  return hexOf(over.map((part, i) => part * share + under[i]! * (1 - share)) as unknown as Rgb)
}

// Conversion to and from OKLCH, where lightness can change without a change of hue.

function toOklch(rgb: Rgb): readonly [lightness: number, chroma: number, hue: number] {
  const [red, green, blue] = rgb.map(linear) as unknown as Rgb
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return [lightness, Math.hypot(a, b), Math.atan2(b, a)]
}

function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** The nearest colour that screens can show: with less chroma, but the same hue. */
function fitting(lightness: number, chroma: number, hue: number): Rgb {
  for (let share = 1; share > 0; share -= 0.05) {
    const rgb = fromOklch(lightness, chroma * share, hue)
    if (rgb.every(part => part >= -0.001 && part <= 1.001)) return rgb
  }
  return fromOklch(lightness, 0, hue)
}
