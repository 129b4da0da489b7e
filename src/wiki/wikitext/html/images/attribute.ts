const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\u00a0': '&#160;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
}

/** Escapes an attribute value. */
export const escapeValue = (value: string): string => value.replace(/[&<>"'\u00a0\n\r\t]/g, sign => signs[sign]!)

/** An attribute with a leading space. */
export const attribute = (name: string, value: string): string => ` ${name}="${escapeValue(value)}"`

export const attributeUnlessEmpty = (name: string, value: string): string =>
  value === '' ? '' : attribute(name, value)
