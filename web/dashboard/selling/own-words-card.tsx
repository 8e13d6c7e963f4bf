import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { ownWords } from '#contract/providers/own-words.ts'
import { reader } from '#contract/words.ts'
import formCardStyles from '#web/dashboard/own-profile/form-card.module.css'
import { useAddressed } from '#web/dashboard/own-profile/use-addressed.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { LeaveGuard } from '#web/dashboard/leave-guard.tsx'
import type { FormState } from '#web/signup/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { OwnWordsForm } from './own-words-form.tsx'
import { ownWordsWords } from './own-words-words.ts'

const t = reader(ownWordsWords)
type Answer = OutputOf<typeof ownWords.show>

/** The part of the page with an artist's own names for services, folded until it is asked for. */
export function OwnWordsCard({ loaded }: { loaded: Answer }) {
  const words = useDashboardWords()
  const id = useId()
  const part = useAddressed('own-words')
  const [now, setNow] = useState(loaded)
  const [saves, setSaves] = useState(0)
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const saved = (answer: Answer) => {
    setNow(answer)
    // What is saved is what the form starts from again, with how it stands now.
    setSaves((n) => n + 1)
    const waits = answer.services.some(({ asked, sentBack }) => asked !== null && sentBack === null)
    toast('success', t(waits ? 'words.saved.waits' : 'words.saved'))
  }
  return (
    <section
      className={classes('stack', formCardStyles.formPart)}
      id="own-words"
      ref={part}
      aria-labelledby={`${id}-title`}>
      <details className={formCardStyles.fold}>
        <summary>
          <h2 className="heading-2" id={`${id}-title`}>
            {t('words.title')}
          </h2>
          <ChevronDown className="icon icon-large" aria-hidden="true" />
        </summary>
        <div className="stack">
          <OwnWordsForm key={saves} id={id} words={now} onSaved={saved} onState={setState} />
          <div>
            <Button type="submit" form={id} loading={state.busy}>
              {words('form.save')} <span className="visually-hidden">{t('words.title')}</span>
            </Button>
          </div>
        </div>
      </details>
      <LeaveGuard unsaved={state.dirty} />
    </section>
  )
}
