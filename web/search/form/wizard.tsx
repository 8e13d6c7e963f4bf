import { formatNightTime } from '#contract/format.ts'
import { ChevronLeft, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { CookieBanner } from '#web/shell/cookie-banner.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TimeList } from '#web/ui/fields/time-list.tsx'
import { DayChoice } from '#web/search/demand/day-choice.tsx'
import { formatFreeCount, type OpenDays, useOpenDays } from '#web/search/demand/open-days.ts'
import { LocationField, TimeNote, createTimeLabels } from './panel-fields.tsx'
import { LooksEditor } from './looks-editor.tsx'
import { formatParty } from './party.ts'
import { clearStep, hasValue, type Step, steps, formatSearchWhen } from './search-form.ts'
import type { SearchState } from './use-search.ts'
import { searchMessages } from '#web/search/messages.ts'
import { Modal } from '#web/ui/overlays/dialog.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import dialogStyles from '#web/ui/overlays/dialog.module.css'
import styles from './wizard.module.css'
import chipsStyles from '#web/ui/fields/chips.module.css'

interface WizardProps {
  state: SearchState
  stage: Step
  onStage: (stage: Step) => void
  onBack: () => void
  onClose: () => void
}

/** The phone's search: one question per screen, action at the bottom. */
export function Wizard({ state, stage, onStage, onBack, onClose }: WizardProps) {
  const { form, country, editing, busy } = state
  const t = createTranslator(searchMessages, country)
  const at = steps.indexOf(stage)
  const last = at === steps.length - 1
  const ready = hasValue(form, stage)
  // A typed place counts once it has been resolved to the first suggestion.
  const typedPlace = stage === 'location' && form.typed.trim().length >= 3
  const submits = last || editing !== null
  const heading = useRef<HTMLHeadingElement>(null)
  const question = useRef<HTMLDivElement>(null)
  const { days, today } = useOpenDays(stage === 'date' ? form.location : null, state.settings.category.slug)
  const seen = useRef(at)
  const back = at < seen.current

  useEffect(() => {
    seen.current = at
    // The place is typed, so its field is ready for letters; other steps start at their question.
    const field = at === 0 ? question.current?.querySelector<HTMLElement>('[role=combobox]') : null
    ;(field ?? heading.current)?.focus({ preventScroll: true })
  }, [at])

  const go = async () => {
    const settled = stage === 'location' ? await state.settlePlace(form) : form
    if (!hasValue(settled, stage)) return
    if (submits) {
      const missing = steps.find((step) => !hasValue(settled, step))
      if (missing && !editing) return onStage(missing)
      return state.submit(settled)
    }
    onStage(steps[at + 1] as Step)
  }
  const enabled = ready || typedPlace

  return (
    <Modal
      open
      onClose={onClose}
      label={t('bar.label')}
      className={joinClasses(dialogStyles.modal, styles.wizardDialog)}>
      <div className={styles.wizard}>
        <header className={styles.topBar}>
          <IconButton label={at === 0 ? t('wizard.close') : t('wizard.back')} onClick={at === 0 ? onClose : onBack}>
            {at === 0 ? (
              <X className="icon icon-large" aria-hidden="true" />
            ) : (
              <ChevronLeft className="icon icon-large" aria-hidden="true" />
            )}
          </IconButton>
          <div className={styles.progress} role="img" aria-label={t('wizard.step', { n: at + 1 })}>
            {steps.map((step, index) => (
              <i key={step} className={index <= at ? styles.chosen : undefined} />
            ))}
          </div>
          <Button className={styles.button} kind="quiet" size="small" onClick={() => state.set(clearStep(form, stage))}>
            {t('wizard.clear')}
          </Button>
        </header>
        <div className={styles.question}>
          <h2 className="heading-2" ref={heading} tabIndex={-1}>
            {t(`wizard.${stage}`)}
          </h2>
          {editing && <StepLinks stage={stage} onStage={onStage} t={t} />}
        </div>
        <div key={stage} ref={question} className={joinClasses(styles.step, back ? styles.fromLeft : styles.fromRight)}>
          <StepField state={state} stage={stage} days={days} today={today} />
        </div>
        <div className={styles.cookies}>
          <CookieBanner inFlow />
        </div>
        <footer className={styles.foot}>
          <div className={joinClasses('grow', styles.said)}>
            <Said state={state} stage={stage} days={days} />
            {!enabled && (
              <span className="small muted" id="wizard-why">
                {t(`wizard.next.why.${stage}`)}
              </span>
            )}
          </div>
          <Button
            className={styles.button}
            kind={submits ? 'search' : 'primary'}
            size="large"
            loading={busy}
            aria-disabled={!enabled || undefined}
            disabled={!enabled}
            aria-describedby={enabled ? undefined : 'wizard-why'}
            onClick={go}>
            {editing ? t('wizard.update') : last ? t('wizard.search') : t('wizard.next')}
          </Button>
        </footer>
      </div>
    </Modal>
  )
}

type Reader = ReturnType<typeof createTranslator<typeof searchMessages>>

function StepLinks({ stage, onStage, t }: { stage: Step; onStage: (stage: Step) => void; t: Reader }) {
  const names: Record<Step, string> = {
    location: t('bar.location'),
    date: t('bar.date'),
    time: t('time.label'),
    services: t('bar.services'),
  }
  return (
    <div className="chip-row scrolling">
      {steps.map((step) => (
        <button
          key={step}
          type="button"
          className={joinClasses(chipsStyles.chip, step === stage && chipsStyles.chosen)}
          aria-current={step === stage ? 'step' : undefined}
          onClick={() => onStage(step)}>
          {names[step]}
        </button>
      ))}
    </div>
  )
}

type StepProps = { state: SearchState; stage: Step; days: OpenDays | null }

function StepField({ state, stage, days, today }: StepProps & { today: string }): ReactNode {
  const { form, country, set } = state
  const t = createTranslator(searchMessages, country)
  if (stage === 'location') return <LocationField state={state} onChosen={() => {}} />
  if (stage === 'date') return <DayChoice state={state} days={days} today={today} column />
  if (stage === 'services')
    return (
      <LooksEditor
        party={form.party}
        settings={state.settings}
        country={country}
        onChange={(party) => set({ ...form, party })}
      />
    )
  return (
    <>
      <TimeList
        className={styles.times}
        value={form.time}
        label={t('time.label')}
        words={createTimeLabels(t)}
        onChange={(time) => set({ ...form, time })}
      />
      <TimeNote state={state} />
    </>
  )
}

function Said({ state, stage, days }: StepProps): ReactNode {
  const { form, country } = state
  const t = createTranslator(searchMessages, country)
  const year = new Date().getFullYear()
  if (!hasValue(form, stage)) return null
  if (stage === 'location') return <b className="bold">{form.typed}</b>
  if (stage === 'date')
    return (
      <>
        <b className="bold">{formatSearchWhen({ ...form, time: null }, country, year)}</b>
        <span className="small" aria-live="polite">
          {days && form.date ? formatFreeCount(days, form.date, country) : null}
        </span>
      </>
    )
  if (stage === 'time')
    return (
      <b className="bold">
        {form.time === 'unsure' ? t('time.notSure') : t('time.readyBy', { time: formatNightTime(form.time ?? '') })}
      </b>
    )
  return <b className="bold">{formatParty(form.party)}</b>
}
