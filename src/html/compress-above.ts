/** Answers below this many bytes are sent as they are: compressing them would cost more than it saves. */
export const COMPRESS_ABOVE_BYTES = 1400
