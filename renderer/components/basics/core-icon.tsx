/** The sign of Strata: four layers. */
export function CoreIcon() {
  return (
    <span className="core-icon" aria-hidden="true">
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
