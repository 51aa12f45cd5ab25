import fc from "fast-check";

/** A fixed seed: what fails once fails again, here and in CI. Change it to look elsewhere. */
fc.configureGlobal({ seed: 20_261_116 });
