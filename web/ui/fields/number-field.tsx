import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { revealElement } from '#web/ui/reveal.ts'
import { TextField } from './field.tsx'
import { type NumberKind, readNumber } from './typed-number.ts'

const numberMessages = defineMessages({
  'number.amount': { fixed: 'Enter an amount such as 46.50' },
  'number.whole': { fixed: 'Enter a whole number such as 45' },
  'number.coordinate': { fixed: 'Enter degrees such as 51.545 or -0.055' },
})

const t = createTranslator(numberMessages)

/** Returns the message for a text that is not understood, or null. An empty text is understood as no number. */
export const validateNumber = (typed: string, kind: NumberKind = 'amount'): string | null =>
  typed.trim() === '' || readNumber(typed, kind) !== null ? null : t(`number.${kind}`)

const modeOf = (kind: NumberKind) =>
  ({
    inputMode: kind === 'whole' ? 'numeric' : kind === 'amount' ? 'decimal' : undefined,
    autoComplete: 'off',
  }) as const

type TypedProps = { kind?: NumberKind; onChange?: (typed: string) => void }

/** An input without label; its form shows the errors. Keeps the typed text. */
export const NumberInput = ({
  kind = 'amount',
  onChange,
  ...input
}: TypedProps & Omit<ComponentProps<'input'>, 'onChange'>) => (
  <input {...modeOf(kind)} {...input} onChange={({ target }) => onChange?.(target.value)} />
)

interface NumberFieldProps extends TypedProps, Omit<ComponentProps<typeof TextField>, 'onChange' | 'value' | 'type'> {
  /** The typed text; its form parses it with `readNumber`. */
  value?: string
}

/**
 * A field for an amount, minutes, a distance or another number. Keeps the typed text. Shows an error for text that
 * cannot be parsed, which blocks the form.
 */
export function NumberField({ kind = 'amount', value, error, required, onChange, onBlur, ...field }: NumberFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(String(field.defaultValue ?? ''))
  const [left, setLeft] = useState(false)
  const text = value ?? typed
  const wrong = required && text.trim() === '' ? t(`number.${kind}`) : validateNumber(text, kind)
  useEffect(() => {
    const form = input.current?.form
    if (!form || wrong === null) return
    const stop = (event: Event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      setLeft(true)
      revealElement(input.current)
    }
    form.addEventListener('submit', stop, { capture: true })
    return () => form.removeEventListener('submit', stop, { capture: true })
  }, [wrong])
  return (
    <TextField
      {...modeOf(kind)}
      {...field}
      {...(value === undefined ? {} : { value })}
      ref={input}
      error={error || (left ? wrong : null)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange?.(target.value)
      }}
      onBlur={(event) => {
        setLeft(true)
        onBlur?.(event)
      }}
    />
  )
}
