// File extensions and media types of each content type.

const ENDINGS: Readonly<Record<string, string>> = {
  'application/javascript': 'js',
  'application/json': 'json',
  'application/msword': 'doc dot',
  'application/ogg': 'ogx ogg ogm ogv oga spx opus',
  'application/pdf': 'pdf',
  'application/postscript': 'ai eps ps',
  'application/sla': 'stl',
  'application/vnd.ms-excel': 'xls xlt xla',
  'application/vnd.ms-powerpoint': 'ppt pot pps ppa',
  'application/vnd.oasis.opendocument': 'odc otc odb odf otf odg otg odi oti odp otp ods ots odt otm odm ott oth',
  'application/vnd.oasis.opendocument.graphics': 'odg',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/x-7z-compressed': '7z',
  'application/x-bzip2': 'bz2',
  'application/x-csh': 'csh',
  'application/gzip': 'gz',
  'application/x-gzip': 'gz',
  'application/x-opc+zip':
    'docx dotx docm dotm potx ppsx pptx ppam pptm potm ppsm xlsx xltx xlsm xltm xlam xlsb dwfx xps',
  'application/x-rar': 'rar',
  'application/x-sh': 'sh',
  'application/x-shockwave-flash': 'swf',
  'application/x-tar': 'tar',
  'application/x-tex': 'tex',
  'application/xml': 'xml xsl xsd kml',
  'application/zip': 'zip jar xpi sxc stc sxd std sxi sti sxm stm sxw stw',
  'audio/flac': 'flac',
  'audio/midi': 'mid midi kar',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mpga mpa mp2 mp3',
  'audio/ogg': 'oga spx ogg opus',
  'audio/wav': 'wav',
  'audio/webm': 'webm',
  'audio/x-aiff': 'aif aiff aifc',
  'audio/x-flac': 'flac',
  'audio/x-wav': 'wav',
  'image/gif': 'gif',
  'image/jp2': 'jp2 j2k jpg2',
  'image/jpeg': 'jpeg jpg jpe jps',
  'image/png': 'png apng',
  'image/svg+xml': 'svg',
  'image/tiff': 'tiff tif',
  'image/vnd.djvu': 'djvu djv',
  'image/webp': 'webp',
  'image/x-bmp': 'bmp',
  'image/x-icon': 'ico',
  'image/x-photoshop': 'psd',
  'image/x-xcf': 'xcf',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/html': 'html htm',
  'text/plain': 'txt',
  'text/rtf': 'rtf',
  'text/tab-separated-values': 'tsv',
  'text/xml': 'xml xsl xslt rss rdf',
  'video/mp4': 'mp4 m4a m4p m4b m4r m4v',
  'video/mpeg': 'mpg mpeg mpe',
  'video/ogg': 'ogv ogm ogg',
  'video/quicktime': 'qt mov',
  'video/webm': 'webm',
  'video/x-flv': 'flv',
  'video/x-matroska': 'mkv mka',
  'video/x-msvideo': 'avi',
}

/**
 * Extensions of formats that can be recognized by content: an unrecognized
 * file with one of them is not what it claims to be.
 */
const TELLING = new Set(
  (
    'gif jpeg jpg png swf psd bmp tiff tif jpc jp2 jpx jb2 swc iff wbmp xbm djvu ogx ogg ogv oga spx opus mid pdf wmf ' +
    'xcf webm mkv mka webp mp3 svg stl'
  ).split(' '),
)

const endingsOf = (mime: string): readonly string[] | null => ENDINGS[mime]?.split(' ') ?? null

/** The preferred extension of a type. */
export const usualEnding = (mime: string): string | null => {
  const [first = null] = endingsOf(mime) ?? []
  return first === 'jpeg' ? 'jpg' : first === 'tiff' ? 'tif' : first
}

/** The usual type for an extension. */
export function usualMime(ending: string): string | null {
  const extension = ending.toLowerCase()
  return Object.keys(ENDINGS).find(mime => endingsOf(mime)!.includes(extension)) ?? null
}

/** Whether content of this type may have this extension. */
export function endingFits(mime: string, ending: string): boolean {
  if (mime === UNKNOWN) return !TELLING.has(ending.toLowerCase())
  const endings = endingsOf(mime)
  return endings === null ? usualMime(ending) === null : endings.includes(ending.toLowerCase())
}

export const UNKNOWN = 'unknown/unknown'

/** Refines the type by extension: formats that share a container, and kinds of text. */
export function refinedMime(mime: string, ending: string): string {
  if (mime === UNKNOWN) return TELLING.has(ending.toLowerCase()) ? mime : (usualMime(ending) ?? mime)
  if (mime === 'application/x-opc+zip' || mime === 'application/vnd.oasis.opendocument')
    return endingFits(mime, ending) ? (specificMime(ending) ?? mime) : 'application/zip'
  const usual = usualMime(ending)
  return mime === 'text/plain' && usual !== null && mediaTypeOf(usual) === 'TEXT' ? usual : mime
}

const specificMime = (ending: string): string | null =>
  Object.keys(ENDINGS).find(mime => endingsOf(mime)!.length === 1 && endingsOf(mime)![0] === ending.toLowerCase()) ??
  null

const OFFICE = /opendocument|openxmlformats|application\/(?:pdf|msword|vnd\.ms-)|djvu|text\/rtf/
const ARCHIVES = /zip|x-tar|x-rar|x-7z|x-gzip|x-bzip/

/** MediaWiki's media type. */
export function mediaTypeOf(mime: string): string {
  if (mime === 'image/svg+xml') return 'DRAWING'
  if (OFFICE.test(mime)) return 'OFFICE'
  if (mime === 'application/sla') return '3D'
  if (/\bogg$|flash|quicktime|msvideo/.test(mime)) return 'MULTIMEDIA'
  if (mime.startsWith('image/')) return 'BITMAP'
  if (mime.startsWith('audio/')) return 'AUDIO'
  if (mime.startsWith('video/')) return 'VIDEO'
  if (/javascript|x-c?sh$/.test(mime)) return 'EXECUTABLE'
  if (mime.startsWith('text/') || /application\/(?:json|x-tex|xml)$/.test(mime)) return 'TEXT'
  return ARCHIVES.test(mime) ? 'ARCHIVE' : 'UNKNOWN'
}
