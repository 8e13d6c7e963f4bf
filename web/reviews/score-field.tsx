import { Star } from 'lucide-react'
import { type Ref, useEffect, useId, useRef } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/fields/field.tsx'
import { reviewMessages } from './messages.ts'
import styles from './score-field.module.css'

const t = createTranslator(reviewMessages)

export function ScoreField({
  score,
  error,
  onChange,
  ref,
}: {
  score: number
  error: string | null
  onChange: (score: number) => void
  ref?: Ref<HTMLInputElement>
}) {
  const id = useId()
  const field = useRef<HTMLFieldSetElement>(null)
  // A star pressed before hydration is only in the DOM: a render would reset it.
  useEffect(() => {
    const pressed = Number(field.current?.querySelector<HTMLInputElement>('input:checked')?.value ?? 0)
    if (pressed && pressed !== score) onChange(pressed)
  }, [score, onChange])
  return (
    <fieldset
      ref={field}
      className={joinClasses('stack gap-12', styles.scoreField)}
      aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="field-label">{t('review.score')}</legend>
      <div className={joinClasses('row gap-8', styles.score)}>
        {([1, 2, 3, 4, 5] as const).map((n) => (
          <label key={n} className={joinClasses(styles.starButton, n <= score && styles.chosen)}>
            <input
              ref={n === 1 ? ref : undefined}
              className="visually-hidden"
              type="radio"
              name="score"
              value={n}
              checked={score === n}
              onChange={() => onChange(n)}
              aria-invalid={error ? true : undefined}
            />
            <Star className="icon icon-large" aria-hidden="true" />
            <span className="visually-hidden">{t(`review.score.${n}`)}</span>
          </label>
        ))}
      </div>
      {/* Reserves the line, so that content below does not move. */}
      <p className={joinClasses('bold', styles.word)} aria-hidden="true">
        {score > 0 && t(`review.score.${score as 1 | 2 | 3 | 4 | 5}`)}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
