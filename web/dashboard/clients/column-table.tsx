import { type ImportPreview, type ImportTarget, importTargets } from '#contract/bookings/own-import.ts'
import { SelectField } from '#web/ui/fields/field.tsx'
import { useClientWords } from './use-client-words.ts'

type Columns = ImportPreview['columns']

/** The columns of a file, each with what stands in it and what it is; no two are the same, but for what goes into the note or is left out. */
export function ColumnTable({ columns, onChange }: { columns: Columns; onChange: (mapping: ImportTarget[]) => void }) {
  const { t } = useClientWords()
  const change = (at: number, target: ImportTarget) =>
    onChange(
      columns.map((one, i) => {
        if (i === at) return target
        return one.target === target && target !== 'note' && target !== 'leave' ? 'note' : one.target
      }),
    )
  return (
    <div className="field-grid even">
      {columns.map(({ head, target, examples }, i) => (
        <SelectField
          key={i}
          label={head || t('import.column')}
          hint={examples.join(' · ')}
          value={target}
          onChange={(event) => change(i, event.target.value as ImportTarget)}>
          {importTargets.map((one) => (
            <option key={one} value={one}>
              {t(`import.to.${one}`)}
            </option>
          ))}
        </SelectField>
      ))}
    </div>
  )
}
