import { Button } from '#web/ui/button.tsx'

/** What stands below the fields of one of several: what it comes to, in a sentence that follows what is typed, and its way out. */
export function DraftFoot({
  said,
  remove,
  onRemove,
}: {
  /** Null while something is wrong with it. */
  said: string | null
  remove: string
  onRemove: () => void
}) {
  return (
    <>
      {said && (
        <p className="small" aria-live="polite">
          {said}
        </p>
      )}
      <div>
        <Button kind="quiet" size="small" onClick={onRemove}>
          {remove}
        </Button>
      </div>
    </>
  )
}
