import { Star } from 'lucide-react'
import { type Ref, useId } from 'react'
import { reader } from '#contract/words.ts'
import { classes } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/fields/field.tsx'
import { reviewWords } from './words.ts'

const t = reader(reviewWords)

/** Five large stars, one of them chosen; arrow keys move between them. */
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
  return (
    <fieldset className="score-field stack s12" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="flabel">{t('review.score')}</legend>
      <div className="row g8 score">
        {([1, 2, 3, 4, 5] as const).map((n) => (
          <label key={n} className={classes('star-button', n <= score && 'on')}>
            <input
              ref={n === 1 ? ref : undefined}
              className="sr"
              type="radio"
              name="score"
              value={n}
              checked={score === n}
              onChange={() => onChange(n)}
              aria-invalid={error ? true : undefined}
            />
            <Star className="i i24" aria-hidden="true" />
            <span className="sr">{t(`review.score.${n}`)}</span>
          </label>
        ))}
      </div>
      {score > 0 && (
        <p className="b" aria-hidden="true">
          {t(`review.score.${score as 1 | 2 | 3 | 4 | 5}`)}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  )
}
