import { Ban, Flag } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Conversation } from '#contract/messaging/messages.ts'
import { reader } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { messageWords } from './words.ts'

const t = reader(messageWords)

/** Report and block: at the head of a conversation, for either side. */
export function ConversationMenu({ conversation, onChanged }: { conversation: Conversation; onChanged: () => void }) {
  const { id: conversationId, blocked } = conversation
  const { name } = conversation.with
  const [reporting, setReporting] = useState(false)
  const [busy, setBusy] = useState(false)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string | null>(null)
  const run = async (work: () => Promise<unknown>, said: string) => {
    setBusy(true)
    try {
      await work()
      toast('success', said)
      onChanged()
      return true
    } catch (fault) {
      const message =
        fault instanceof ApiError ? (fault.errors[0]?.message ?? fault.message) : new ApiError(0, {}).message
      if (reporting) setError(message)
      else toast('error', message)
      return false
    } finally {
      setBusy(false)
    }
  }
  const report = async (event: FormEvent) => {
    event.preventDefault()
    setError(null)
    if (await run(() => browserApi().messages.report({ conversationId, reason }), t('toast.report.sent'))) {
      setReporting(false)
      setReason('')
    }
  }
  const toggle = () =>
    blocked.byYou
      ? run(() => browserApi().messages.unblock({ conversationId }), t('toast.unblocked', { name }))
      : run(() => browserApi().messages.block({ conversationId }), t('toast.blocked', { name }))
  return (
    <div className="row g4 conversation-acts">
      <Button kind="quiet" size="small" onClick={() => setReporting(true)}>
        <Flag className="i" aria-hidden="true" />
        <span className="act-label">{t('msg.report')}</span>
      </Button>
      <Button kind="quiet" size="small" loading={busy && !reporting} onClick={toggle}>
        <Ban className="i" aria-hidden="true" />
        <span className="act-label">
          {t(blocked.byYou ? 'msg.unblock' : 'msg.block', { name: conversation.with.firstName })}
        </span>
      </Button>
      <Drawer
        open={reporting}
        onClose={() => setReporting(false)}
        title={t('msg.report.title')}
        close={t('msg.cancel')}>
        <form className="stack s16" onSubmit={report}>
          <p className="mut">{t('msg.report.text', { name })}</p>
          <TextAreaField
            label={t('msg.report.reason')}
            required
            maxLength={1000}
            rows={4}
            value={reason}
            error={error ?? undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" loading={busy}>
            {t('msg.report')}
          </Button>
        </form>
      </Drawer>
    </div>
  )
}
