/** Responses smaller than this many bytes are not compressed: it would cost more than it saves. */
export const COMPRESS_ABOVE_BYTES = 1400
