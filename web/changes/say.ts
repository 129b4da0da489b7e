/** Shows a message for a few seconds and reads it aloud. */
export function say(text: string): void {
  document.querySelector('.toast.of-changes')?.remove()
  const toast = document.createElement('p')
  toast.className = 'toast of-changes'
  toast.setAttribute('role', 'status')
  toast.textContent = text
  document.body.append(toast)
  setTimeout(() => toast.remove(), 6000)
}
