"""What LaTeX's commands stand for: names go in, characters come out."""

from __future__ import annotations

from typing import Final


def _table(text: str) -> dict[str, str]:
    parts = text.split()
    return dict(zip(parts[::2], parts[1::2], strict=True))


SIGNS: Final = _table(
    """alpha α beta β gamma γ delta δ epsilon ϵ varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ
    mu μ nu ν xi ξ omicron ο pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi ϕ varphi φ chi χ psi ψ
    omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω hbar ℏ ell ℓ Re ℜ Im ℑ
    aleph ℵ wp ℘ partial ∂ nabla ∇ infty ∞ surd √ pm ± mp ∓ times × div ÷ cdot ⋅ ast ∗ star ⋆ circ ∘ bullet • le ≤
    leq ≤ leqslant ⩽ ge ≥ geq ≥ geqslant ⩾ ne ≠ neq ≠ approx ≈ equiv ≡ sim ∼ simeq ≃ cong ≅ propto ∝ ll ≪ gg ≫ prec ≺
    succ ≻ in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ emptyset ∅ varnothing ∅ setminus ∖
    wedge ∧ land ∧ vee ∨ lor ∨ neg ¬ lnot ¬ forall ∀ exists ∃ nexists ∄ to → rightarrow → leftarrow ← gets ←
    leftrightarrow ↔ Rightarrow ⇒ Leftarrow ⇐ Leftrightarrow ⇔ implies ⟹ iff ⟺ mapsto ↦ longrightarrow ⟶ longleftarrow
    ⟵ longmapsto ⟼ uparrow ↑ downarrow ↓ hookrightarrow ↪ rightharpoonup ⇀ ldots … dots … cdots ⋯ dotsb ⋯ dotsc …
    vdots ⋮ ddots ⋱ langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lvert | rvert | vert | lVert ‖ rVert ‖ Vert ‖
    parallel ∥ mid ∣ nmid ∤ perp ⊥ angle ∠ triangle △ square □ Box □ blacksquare ■ oplus ⊕ ominus ⊖ otimes ⊗ odot ⊙
    dagger † ddagger ‡ prime ′ degree ° models ⊨ vdash ⊢ dashv ⊣ top ⊤ bot ⊥ colon : therefore ∴ because ∵ lbrace {
    rbrace } lbrack [ rbrack ] backslash \\ checkmark ✓ imath ı jmath ȷ asymp ≍ doteq ≐ coloneqq ≔ triangleq ≜
    bigcirc ◯ diamond ⋄ amalg ⨿ wr ≀ sqcup ⊔ sqcap ⊓ uplus ⊎ lt < gt > euro € pounds £ S § P ¶"""
)
LARGE: Final = _table(
    """sum ∑ prod ∏ coprod ∐ int ∫ iint ∬ iiint ∭ oint ∮ bigcup ⋃ bigcap ⋂ bigoplus ⨁ bigotimes ⨂ bigvee ⋁ bigwedge ⋀
    bigsqcup ⨆ biguplus ⨄"""
)
ESCAPED: Final = {"\\{": "{", "\\}": "}", "\\%": "%", "\\#": "#", "\\&": "&", "\\$": "$", "\\_": "_", "\\|": "‖"}
FUNCTIONS: Final = frozenset(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh coth log ln lg exp det dim ker gcd arg deg hom Pr "
    "lim sup inf max min liminf limsup argmax argmin".split()
)
WITH_LIMITS: Final = frozenset("lim sup inf max min liminf limsup det gcd Pr argmax argmin".split())
SPACES: Final = {
    "quad": 1.0, "qquad": 2.0, ",": 0.167, ":": 0.222, ";": 0.278, "!": -0.167, " ": 0.25, "~": 0.25,
    "thinspace": 0.167, "medspace": 0.222, "thickspace": 0.278, "enspace": 0.5,
}  # fmt: skip
ACCENTS: Final = frozenset("hat tilde bar vec dot ddot check breve acute grave mathring widehat widetilde".split())
VARIANTS: Final = frozenset(
    "mathbf mathbb mathcal mathscr mathfrak mathsf mathtt mathrm mathit boldsymbol overline underline overbrace "
    "underbrace".split()
)
SAME: Final = {
    "bm": "boldsymbol", "mathnormal": "mathit", "textbf": "mathbf", "textit": "mathit", "bf": "mathbf", "rm": "mathrm",
    "overrightarrow": "vec", "bold": "mathbf", "Bbb": "mathbb", "symbf": "mathbf",
}  # fmt: skip
TEXTS: Final = frozenset("text textrm textsf texttt mbox hbox textnormal".split())
# Commands that only nudge: they change nothing that a reader would miss.
IDLE: Final = frozenset(
    "displaystyle textstyle scriptstyle limits nolimits nonumber notag big Big bigg Bigg bigl bigr Bigl Bigr biggl "
    "biggr Biggl Biggr middle allowbreak displaylimits strut left. right.".split()
)
MATRICES: Final = {
    "matrix": "", "smallmatrix": "", "array": "", "pmatrix": "(", "bmatrix": "[", "Bmatrix": "{", "vmatrix": "|",
    "Vmatrix": "‖",
}  # fmt: skip
ALIGNED: Final = frozenset("aligned align align* split gather gather* gathered eqnarray eqnarray* equation equation* "
                           "alignedat multline multline*".split())  # fmt: skip
