/** Types that browsers show without running anything that is in them. */
const HARMLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|tiff|x-icon|bmp|avif)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/ogg)$/

const LOCKED_UP = "sandbox; default-src 'none'; style-src 'unsafe-inline'"

/**
 * Uploads come from strangers and are served under the wiki's own address. What could hold a script is shown in a
 * sandbox without any rights, or not shown but saved.
 */
export function fileHeaders(mime: string): Record<string, string> {
  const common = { 'x-content-type-options': 'nosniff', 'cross-origin-resource-policy': 'cross-origin' }
  if (HARMLESS.test(mime)) return { ...common, 'content-type': mime }
  if (mime === 'image/svg+xml') return { ...common, 'content-type': mime, 'content-security-policy': LOCKED_UP }
  return {
    ...common,
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment',
    'content-security-policy': LOCKED_UP,
  }
}
