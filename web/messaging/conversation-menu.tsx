import { Ban, Flag } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { Conversation } from '#contract/messaging/messages.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/overlays/dialog.tsx'
import { TextAreaField } from '#web/ui/fields/field.tsx'
import { toast } from '#web/ui/overlays/toasts.ts'
import { messageWords } from './words.ts'
import { classes } from '#web/ui/class-names.ts'
import styles from './conversation-menu.module.css'

const t = reader(messageWords)

/** Report and block: at the head of a conversation, for either side. */
export function ConversationMenu({ conversation, onChanged }: { conversation: Conversation; onChanged: () => void }) {
  const { id: conversationId, blocked } = conversation
  const { name } = conversation.with
  const [reporting, setReporting] = useState(false)
  const sending = useAct()
  const turning = useAct({ toasts: true })
  const [reason, setReason] = useState('')
  const report = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await sending.run(() => browserApi().messages.report({ conversationId, reason })))) return
    toast('success', t('toast.report.sent'))
    onChanged()
    setReporting(false)
    setReason('')
  }
  const toggle = async () => {
    const { block, unblock } = browserApi().messages
    const done = await turning.run(
      (): Promise<unknown> => (blocked.byYou ? unblock({ conversationId }) : block({ conversationId })),
    )
    if (!done) return
    toast('success', t(blocked.byYou ? 'toast.unblocked' : 'toast.blocked', { name }))
    onChanged()
  }
  return (
    <div className={classes('row', styles.conversationActs)}>
      <Button className={styles.button} kind="quiet" size="small" onClick={() => setReporting(true)}>
        <Flag className="icon" aria-hidden="true" />
        <span className={styles.actLabel}>{t('msg.report')}</span>
      </Button>
      <Button className={styles.button} kind="quiet" size="small" loading={turning.waiting} onClick={toggle}>
        <Ban className="icon" aria-hidden="true" />
        <span className={styles.actLabel}>
          {t(blocked.byYou ? 'msg.unblock' : 'msg.block', { name: conversation.with.firstName })}
        </span>
      </Button>
      <Drawer
        open={reporting}
        onClose={() => setReporting(false)}
        title={t('msg.report.title')}
        close={t('msg.cancel')}>
        <form className="stack" onSubmit={report}>
          <p className="muted">{t('msg.report.text', { name })}</p>
          <TextAreaField
            label={t('msg.report.reason')}
            required
            maxLength={1000}
            rows={4}
            value={reason}
            error={sending.said ?? undefined}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button className={styles.button} type="submit" loading={sending.waiting}>
            {t('msg.report')}
          </Button>
        </form>
      </Drawer>
    </div>
  )
}
