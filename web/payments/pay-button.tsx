import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { reader } from '#contract/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { paymentWords } from './words.ts'

const t = reader(paymentWords)

/** The button that pays, and below it what it waits for. */
export function PayButton({
  stage,
  email,
  children,
}: {
  stage: 'idle' | 'busy' | 'waiting' | 'long'
  email: string
  children: ReactNode
}) {
  return (
    <>
      <Button type="submit" size="large" full loading={stage !== 'idle'}>
        <Lock className="icon" aria-hidden="true" />
        {children}
      </Button>
      <div role="status">
        {stage === 'waiting' && <p className="small muted">{t('pay.waiting')}</p>}
        {stage === 'long' && <Note kind="info">{t('pay.waiting.long', { email })}</Note>}
      </div>
    </>
  )
}
