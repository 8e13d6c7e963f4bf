import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/signup/forms/use-form.ts'
import { Note } from '#web/ui/note.tsx'
import type { HoursFormProps } from './hours-part.tsx'
import { WeekEditor } from './week-editor.tsx'

/** The hours of each weekday. */
export function WeekForm({ id, hours, onSaved, onState }: HoursFormProps) {
  const { draft, change, errors, problem, submit, form } = useForm({
    start: { days: hours.week },
    send: ({ days }) => browserApi().ownHours.week({ days }),
    onSaved,
    onState,
  })
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate className="card pad-24 stack">
      {problem && <Note kind="error">{problem}</Note>}
      <WeekEditor week={draft.days} path="days" errors={errors} onChange={(days) => change({ days })} />
    </form>
  )
}
