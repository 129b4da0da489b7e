// Bytes that are sent to many clients. What is made of them, such as their compressed forms, is kept with them.

const forms = new WeakMap<Buffer, Map<string, Buffer>>()

/** Marks bytes that are kept between requests, so that their forms are worth keeping. */
export function keepForms(bytes: Buffer): Buffer {
  if (!forms.has(bytes)) forms.set(bytes, new Map())
  return bytes
}

/** A form of the bytes; undefined if there is none yet, or the bytes are not kept. */
export const formOf = (bytes: string | Buffer, name: string): Buffer | undefined =>
  typeof bytes === 'string' ? undefined : forms.get(bytes)?.get(name)

/** Adds a form to bytes that are kept. */
export function addForm(bytes: string | Buffer, name: string, form: Buffer): void {
  if (typeof bytes !== 'string') forms.get(bytes)?.set(name, form)
}
