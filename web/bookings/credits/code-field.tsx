import { useState } from 'react'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'

interface CodeFieldProps {
  name: string
  words: { ask: string; code: string; use: string }
  /** What a refusal means here, where that is more than its own words. */
  says?: (fault: ApiError) => string | undefined
  onUse: (code: string, keys: ActKeys) => Promise<unknown>
}

/** A field for a code that takes something off what is paid, there once somebody asks for it; what was typed stays where it is refused. */
export function CodeField({ name, words, says = () => undefined, onUse }: CodeFieldProps) {
  const [asked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  const use = useForm({ refusals: says })
  const send = async () => {
    if (!code.trim()) return
    if (await use.run((keys) => onUse(code, keys))) {
      setCode('')
      setAsked(false)
    }
  }
  if (!asked)
    return (
      <div className="row">
        <button type="button" className="link tap-target" onClick={() => setAsked(true)}>
          {words.ask}
        </button>
      </div>
    )
  return (
    <div className="stack gap-8">
      <TextField
        label={words.code}
        name={name}
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send()
        }}
        error={use.formError ?? use.errors['code'] ?? null}
      />
      <div className="row">
        <Button kind="secondary" size="small" loading={use.pending} onClick={send}>
          {words.use}
        </Button>
      </div>
    </div>
  )
}
