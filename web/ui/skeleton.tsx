/** A pan in the shape of what is coming. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={`sk ${className ?? ''}`} />
}

/** The shape of an artist's card. */
export function CardSkeleton() {
  return (
    <div aria-hidden="true" className="pc">
      <Skeleton className="cov" />
      <div className="bd gap-3 pt-6">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-4/5" />
        <Skeleton className="h-12 w-full" />
      </div>
    </div>
  )
}
