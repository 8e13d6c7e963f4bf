import { formatMessage } from '#contract/i18n/messages.ts'
import { Share2 } from 'lucide-react'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { quotesMessages } from '#web/search/quotes/messages.ts'

export function CopyLink({ label }: { label: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href)
      showToast('success', formatMessage(quotesMessages['quotes.copied']))
    } catch {
      showToast('info', window.location.href)
    }
  }
  return (
    <Button kind="quiet" size="small" onClick={copy}>
      <Share2 className="icon" aria-hidden="true" />
      {label}
    </Button>
  )
}
