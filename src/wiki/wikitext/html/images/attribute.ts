const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\u00a0': '&#160;',
}

/** An attribute of an element that is written here, with a blank before it. */
export const attribute = (name: string, value: string): string =>
  ` ${name}="${value.replace(/[&<>"'\u00a0]/g, sign => signs[sign]!)}"`

export const attributeUnlessEmpty = (name: string, value: string): string =>
  value === '' ? '' : attribute(name, value)
