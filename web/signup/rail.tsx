import { Check, CircleAlert } from 'lucide-react'
import { Link } from 'react-router'
import type { Progress, SignupStepState } from '#contract/signup/signup.ts'
import {
  getStepNumber,
  getStepTitle,
  isStepComplete,
  type SignupStep,
  signupSteps,
} from '#contract/signup/signup-steps.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { signupMessages } from './signup-messages.ts'
import signupStyles from './signup.module.css'
import styles from './rail.module.css'

interface RailProps {
  progress: Progress | null
  here: SignupStep
  country: Country
}

const closed: SignupStepState[] = signupSteps.map(([step], index) => ({
  step,
  path: null,
  state: index === 0 ? 'current' : 'disabled',
}))

/** Returns the twelve steps. A photo step that still lacks pictures of work is open, not done. */
const listSteps = (progress: Progress | null): SignupStepState[] =>
  progress?.steps.map((one) =>
    one.state === 'done' && !isStepComplete(one.step, one.state, progress.profile?.pictures ?? 0)
      ? { ...one, state: 'current' }
      : one,
  ) ?? closed

/** The twelve steps with their state; a disabled one says when it opens. */
export function StepRail({ progress, here, country }: RailProps) {
  const t = createTranslator(signupMessages, country)
  return (
    <ol>
      {listSteps(progress).map(({ step, path, state }) => {
        const current = step === here
        const said = current ? 'current' : state === 'current' ? 'current' : state
        const mark = current ? (
          getStepNumber(step)
        ) : state === 'done' ? (
          <Check className="icon" aria-hidden="true" />
        ) : state === 'error' ? (
          <CircleAlert className="icon" aria-hidden="true" />
        ) : (
          getStepNumber(step)
        )
        const name =
          current || state !== 'current' ? t(`signup.rail.${said}`, { step: getStepTitle(step) }) : getStepTitle(step)
        const inner = (
          <>
            <i aria-hidden="true">{mark}</i>
            <span aria-hidden="true">{getStepTitle(step)}</span>
            <span className="visually-hidden">{name}</span>
          </>
        )
        return (
          <li
            key={step}
            className={joinClasses(
              current
                ? signupStyles.current
                : state === 'done'
                  ? signupStyles.done
                  : state === 'error' && signupStyles.error,
            )}
            aria-current={current ? 'step' : undefined}>
            {!current && path && state !== 'disabled' ? <Link to={path}>{inner}</Link> : <span>{inner}</span>}
          </li>
        )
      })}
    </ol>
  )
}

/** The phone version: a progress bar that expands to the list. */
export function StepBar({ progress, here, country }: RailProps) {
  const t = createTranslator(signupMessages, country)
  const n = getStepNumber(here)
  return (
    <details className={joinClasses('narrow-only', styles.stepMenu)} key={here}>
      <summary className="summary-row">
        <span className="small bold nowrap">{t('signup.rail.short', { n })}</span>
        <span className={styles.progress} aria-hidden="true">
          {listSteps(progress).map(({ step, state }) => (
            <i
              key={step}
              className={joinClasses(
                step === here
                  ? styles.current
                  : state === 'done'
                    ? styles.done
                    : state === 'error'
                      ? styles.error
                      : null,
              )}
            />
          ))}
        </span>
      </summary>
      <nav className={joinClasses(signupStyles.steps, styles.steps)} aria-label={t('signup.rail.label')}>
        <StepRail progress={progress} here={here} country={country} />
      </nav>
    </details>
  )
}
