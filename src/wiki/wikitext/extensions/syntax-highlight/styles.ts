/** Colours for light and dark pages; the classes are those of Pygments. */
const COLOURS: readonly (readonly [classes: string, light: string, dark: string])[] = [
  ['c1 cs', '#5d6c79', '#9aa7b2'],
  ['cp', '#8a5a00', '#d9a441'],
  ['k kt', '#7a1fa2', '#d59cf0'],
  ['kc mi bp', '#9a3412', '#f0a274'],
  ['s sr se ss', '#0f6b2f', '#7fd49a'],
  ['nb nf', '#1d4ed8', '#8fb4ff'],
  ['nc nn no', '#0e5f76', '#75c9de'],
  ['na nd nv', '#854d0e', '#e0b25c'],
  ['nt gh', '#9d174d', '#f29ac0'],
  ['gd', '#b42318', '#f3998f'],
  ['gi', '#0f6b2f', '#7fd49a'],
]

const colourRules = COLOURS.map(([classes, light, dark]) => {
  const selectors = classes.split(' ').map(name => `.mw-highlight .${name}`)
  return `${selectors.join(',')}{color:light-dark(${light},${dark})}`
})

export const css = [
  '.mw-highlight pre{overflow-x:auto;tab-size:4}',
  '.mw-highlight .ge{font-style:italic}.mw-highlight .gs,.mw-highlight .gh{font-weight:700}',
  '.mw-highlight .hll{display:block;background:light-dark(#fff3c4,#4a3f14)}',
  'code.mw-highlight{white-space:pre-wrap}',
  '.mw-highlight .linenos{display:inline-block;min-inline-size:3ch;margin-inline-end:1ch;text-align:end;user-select:none;opacity:.65}',
  '.mw-highlight .linenos::before{content:attr(data-line)}',
  ...colourRules,
].join('')
