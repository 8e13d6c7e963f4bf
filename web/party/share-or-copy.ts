import { showToast } from '#web/ui/overlays/toasts.ts'

/** Shares a link by the device's share menu, falling back to the clipboard, then to showing it. Browser only. */
export async function shareOrCopy({ text, url, copied }: { text: string; url: string; copied: string }): Promise<void> {
  // Closing the share menu is no error.
  if (navigator.share) return navigator.share({ text, url }).catch(() => {})
  try {
    await navigator.clipboard.writeText(text)
    showToast('success', copied)
  } catch {
    showToast('info', url)
  }
}
