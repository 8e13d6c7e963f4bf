import type { ReactNode } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import noteStyles from '#web/ui/note.module.css'
import { Note } from '#web/ui/note.tsx'
import styles from './test-card-fields.module.css'
import { TestPaymentsMark } from './test-payments-mark.tsx'
import { paymentMessages } from './messages.ts'

const t = createTranslator(paymentMessages)

export const testCardFields = ['number', 'expiry', 'code'] as const
export type TestCardErrors = Partial<Record<(typeof testCardFields)[number] | 'form', string>>
type Card = Record<(typeof testCardFields)[number], string>

interface TestCardFieldsProps {
  wallet?: boolean
  card: Card
  errors: TestCardErrors
  known: readonly { number: string; words: ReactNode }[]
  onType: (more: Partial<Card>) => void
  onChosen: () => void
}

/** Number, expiry and code of a test card, and buttons that fill in known cards. */
export function TestCardFields({ wallet = false, card, errors, known, onType, onChosen }: TestCardFieldsProps) {
  return (
    <>
      <div className={joinClasses(noteStyles.note, noteStyles.info, styles.testBank)}>
        <div className="stack gap-8">
          <TestPaymentsMark />
          <p>{t(wallet ? 'pay.test.wallet' : 'pay.test.text')}</p>
          <div className={styles.testCards} hidden={wallet}>
            {known.map(({ number, words }) => (
              <button
                key={number}
                type="button"
                className={styles.testCard}
                onClick={() => {
                  onType(createFilledCard(number, new Date()))
                  onChosen()
                }}>
                {words}
              </button>
            ))}
          </div>
        </div>
      </div>
      {errors.form && (
        <div tabIndex={-1}>
          <Note kind="error">{errors.form}</Note>
        </div>
      )}
      {!wallet && (
        <>
          <TextField
            label={t('pay.number')}
            name="number"
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('pay.number.hint')}
            value={card.number}
            error={errors.number ?? null}
            onChange={(event) => onType({ number: groupCardDigits(event.target.value) })}
          />
          <div className="field-grid even">
            <TextField
              label={t('pay.expiry')}
              name="expiry"
              inputMode="numeric"
              autoComplete="off"
              placeholder={t('pay.expiry.hint')}
              value={card.expiry}
              error={errors.expiry ?? null}
              onChange={(event) => onType({ expiry: formatExpiry(event.target.value) })}
            />
            <TextField
              label={t('pay.code')}
              name="code"
              inputMode="numeric"
              autoComplete="off"
              placeholder={t('pay.code.hint')}
              maxLength={4}
              value={card.code}
              error={errors.code ?? null}
              onChange={(event) => onType({ code: event.target.value.replace(/\D/g, '') })}
            />
          </div>
        </>
      )}
    </>
  )
}

/** Returns errors of a typed card by field, as message keys. Validates the format only. */
export function cardErrors(
  { number, expiry, code }: { number: string; expiry: string; code: string },
  now: Date,
): Readonly<Record<string, 'pay.error.number' | 'pay.error.expiry' | 'pay.error.code'>> {
  return {
    ...(/^\d{12,19}$/.test(number.replace(/[\s-]/g, '')) ? {} : { number: 'pay.error.number' }),
    ...(isAhead(expiry, now) ? {} : { expiry: 'pay.error.expiry' }),
    ...(/^\d{3,4}$/.test(code.trim()) ? {} : { code: 'pay.error.code' }),
  }
}

function isAhead(expiry: string, now: Date): boolean {
  const [, month, year] = expiry.trim().match(/^(0?[1-9]|1[0-2])\s*(?:[/-]\s*)?(\d{2}|20\d{2})$/) ?? []
  return Boolean(month && year && Date.UTC(2000 + (Number(year) % 100), Number(month), 1) > now.getTime())
}

const groupCardDigits = (typed: string): string =>
  typed
    .replace(/\D/g, '')
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ')

const formatExpiry = (typed: string): string => {
  const digits = typed.replace(/\D/g, '').slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** Returns a test card with a valid expiry and code. */
export const createFilledCard = (number: string, now: Date) => ({
  number: groupCardDigits(number),
  expiry: `12 / ${String((now.getUTCFullYear() + 3) % 100).padStart(2, '0')}`,
  code: '123',
})
