import { showToast } from '#web/ui/overlays/toasts.ts'

/** Hands a link on with its words: by what the device shares with, else to the clipboard; where neither can be, the link is shown to be copied by hand. Browser only. */
export async function shareOrCopy({ text, url, copied }: { text: string; url: string; copied: string }): Promise<void> {
  // Whoever closes what the device offers has changed their mind.
  if (navigator.share) return navigator.share({ text, url }).catch(() => {})
  try {
    await navigator.clipboard.writeText(text)
    showToast('success', copied)
  } catch {
    showToast('info', url)
  }
}
