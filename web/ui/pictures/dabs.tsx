/** Three dabs pressed in turn: something is under way. */
export function Dabs() {
  return (
    <span className="dabs" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}
