import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createTranslator } from '#contract/i18n/messages.ts'
import { IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { accountMessages } from '#web/accounts/messages.ts'
import { joinClasses } from '#web/ui/class-names.ts'
import styles from './password-field.module.css'

const t = createTranslator(accountMessages)

/** A password field with a show button; `aside` is beside its label. */
export function PasswordField({
  label,
  name = 'password',
  kept,
  hint,
  error,
  aside,
}: {
  label: string
  name?: string
  kept: 'current-password' | 'new-password'
  hint?: string
  error?: string
  aside?: ReactNode
}) {
  const [shown, setShown] = useState(false)
  return (
    <div className={styles.passwordField}>
      <TextField
        label={label}
        name={name}
        type={shown ? 'text' : 'password'}
        autoComplete={kept}
        hint={hint}
        error={error}
        suffix={
          <IconButton label={t(shown ? 'field.hide' : 'field.show')} onClick={() => setShown(!shown)}>
            {shown ? <EyeOff className="icon" aria-hidden="true" /> : <Eye className="icon" aria-hidden="true" />}
          </IconButton>
        }
      />
      {aside && <div className={joinClasses('small', styles.aside)}>{aside}</div>}
    </div>
  )
}
