import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { ownAddOns } from '#contract/providers/add-ons.ts'
import type { OwnCatalogue } from '#contract/providers/own-profile.ts'
import { reader } from '#contract/words.ts'
import formCardStyles from '#web/dashboard/own-profile/form-card.module.css'
import { useAddressed } from '#web/dashboard/own-profile/use-addressed.ts'
import { useDashboardWords } from '#web/dashboard/own-profile/own.tsx'
import { LeaveGuard } from '#web/dashboard/leave-guard.tsx'
import type { FormState } from '#web/signup/forms/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/class-names.ts'
import { toast } from '#web/ui/overlays/toasts.ts'
import { AddOnsForm } from './add-ons-form.tsx'
import { ownWordsWords } from './own-words-words.ts'
import { addOnWords } from './add-on-words.ts'

const t = reader({ ...addOnWords, ...ownWordsWords })
type Answer = OutputOf<typeof ownAddOns.show>

/** The part of the page with what an artist adds to services, folded until it is asked for. */
export function AddOnsCard({ loaded, catalogue }: { loaded: Answer; catalogue: OwnCatalogue }) {
  const words = useDashboardWords()
  const id = useId()
  const part = useAddressed('add-ons')
  const [now, setNow] = useState(loaded)
  const [saves, setSaves] = useState(0)
  const [state, setState] = useState<FormState>({ dirty: false, busy: false })
  const saved = (answer: Answer) => {
    setNow(answer)
    // What is saved is what the form starts from again, with how it stands now.
    setSaves((n) => n + 1)
    const waits = answer.addOns.some(({ asked, sentBack }) => asked !== null && sentBack === null)
    toast('success', t(waits ? 'words.saved.waits' : 'addon.saved'))
  }
  return (
    <section
      className={classes('stack', formCardStyles.formPart)}
      id="add-ons"
      ref={part}
      aria-labelledby={`${id}-title`}>
      <details className={formCardStyles.fold}>
        <summary>
          <h2 className="heading-2" id={`${id}-title`}>
            {t('addon.title')}
          </h2>
          <ChevronDown className="icon icon-large" aria-hidden="true" />
        </summary>
        <div className="stack">
          <AddOnsForm key={saves} id={id} loaded={now} catalogue={catalogue} onSaved={saved} onState={setState} />
          <div>
            <Button type="submit" form={id} loading={state.busy}>
              {words('form.save')} <span className="visually-hidden">{t('addon.title')}</span>
            </Button>
          </div>
        </div>
      </details>
      <LeaveGuard unsaved={state.dirty} />
    </section>
  )
}
